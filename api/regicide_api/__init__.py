"""The game server: Regicide over HTTP, as the OpenAPI document in `openapi/` describes it."""
