"""The one door for outside data: a device's answers, log files, plans, a page's socket.

`reading` bounds a JSON text (size, depth, doubled names) and holds it to a schema of `shapes`;
`limits` bounds bytes and time on a wire; `text` makes a string harmless to where it goes: a
terminal, a spreadsheet, an XML document. Nothing behind this door has to doubt a type or a length.
"""
