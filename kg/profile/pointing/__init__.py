"""Readers point, the program cuts: what readers of any kind say of a source, checked before it is proposed.

`source` has the text and finds words in it, `rules` makes values of slices, `checking` decides what is taken.
"""
