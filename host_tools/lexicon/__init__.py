"""Word lists: compiling, querying and auditing them."""
