"""Everything that can be wrong with a request, and how it is answered: RFC 9457."""
