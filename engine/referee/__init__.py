"""The referee: explains what the eyes saw by what the rules allow, and never guesses."""
