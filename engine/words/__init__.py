"""The catalogues: every sentence the engine says, one module a language."""
