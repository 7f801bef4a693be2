"""Programs that play Regicide: bots, how they are found, and how they are let choose."""
