"""The application: one command, one page, one store around eyes, engine and referee."""
