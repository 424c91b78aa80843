"""Find the focus nodes that may not conform, so that pySHACL need only judge these.

Shapes are compiled (`compiling`) into functions over the triples of a node (`focus`). A screen is sound: it never
leaves out a focus node of which pySHACL would report something. It may name one that conforms.
"""
