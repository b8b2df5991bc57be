"""One module a subcommand; each offers ``register(subparsers)``."""
