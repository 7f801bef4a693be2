"""HTTP: what all endpoints share between the request and the services, and back to the response."""
