"""What is generated from the OpenAPI document and the asynchronous session."""
