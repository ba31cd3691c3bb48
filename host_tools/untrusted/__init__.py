"""The one door for outside data: a device's answers, log files, plans, a page's socket.

`reading` bounds a JSON text (size, depth, duplicate names, time on a wire) and checks it against
a schema in `shapes.json`; `text` makes a string harmless to its destination: a terminal, a
spreadsheet, an XML document. Code behind this door can rely on types and lengths.
"""
