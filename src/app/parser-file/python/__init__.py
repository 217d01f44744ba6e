"""Runs a parser file as its server would, with small substitutes for what it imports. Text in, text out: `handle`."""
