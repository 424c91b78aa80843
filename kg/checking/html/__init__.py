"""HTML as its standard has it: read with the places of everything, and held against the content models.

    tokens      tags, texts and comments, in one pass
    page        the elements of a page, with what breaks the standard
    elements    which element stands where, and which attributes it may have
    values      what attributes may say

Browsers repair what is broken without a word, and each in silence; here everything that needs repair is told.
"""
