"""How large what lies in a hollow is: an attack marble or a Queen, by the discs they must show."""
