"""What plug_in.py imports."""


def call_of(text):
    """The name and the arguments of `CALL name {…}` on a line of its own."""
    for line in text.splitlines():
        if line.startswith("CALL "):
            _word, name, arguments = line.split(" ", 2)
            return name, arguments
    return None
