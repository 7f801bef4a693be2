"""The command `regicide-mcp`: a server of the Model Context Protocol, by which language models play Regicide."""
