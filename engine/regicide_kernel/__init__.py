"""The kernel: rules, policy and search as plain functions on records, of integers, floats and arrays.

One source has two backends: numba compiles it where it is installed; elsewhere Python runs the same lines, eighty to a
hundred times slower, with the same results. Functions that numba compiles change records in place, keep no state of
their own, raise nothing and check nothing: an index out of bounds corrupts memory. Tests run them in plain Python,
where most of such indexes raise an error.
"""
