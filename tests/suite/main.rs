//! Black-box tests of the real binary, and tests over the source tree.
