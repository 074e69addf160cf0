//! Modification times that are made of the bytes, for servers that make entity tags of them.
