"""The gunicorn worker: gevent's, with bounds on connections, on the arrival of requests and on responses."""
