"""Bots that play Regicide: finding, running, measuring, checking and tuning them, and tournaments between them."""
