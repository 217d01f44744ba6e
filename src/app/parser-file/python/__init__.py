"""Runs a parser file as its server would, with small stand-ins for what it imports. Text in, text out: `handle`."""
