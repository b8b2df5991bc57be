"""Random positions and moves for the tests, rich in combinations, from a seeded generator."""

from random import Random

import naive

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def _text(board, reserve, turn, ply=None):
    if ply is None:
        ply = 1 if turn == "w" else 2
    return naive.write(board, turn, reserve, ply)


def _reserve(rng: Random, on_board: int) -> int:
    """None left, the usual case for relocations, as often as some."""
    return rng.choice([0, rng.randint(0, 20 - on_board)])


def scattered(rng: Random) -> str:
    """Marbles anywhere, from a bare board to a full one."""
    hollows = naive.ALL[:]
    rng.shuffle(hollows)
    board, reserve = {}, {}
    for side in "wb":
        count = rng.choice([rng.randint(0, 4), rng.randint(5, 12), rng.randint(13, 20)])
        for _ in range(count):
            board[hollows.pop()] = side
        if rng.random() < 0.65:
            board[hollows.pop()] = side.upper()
        reserve[side] = _reserve(rng, count)
    turn = rng.choice("wb")
    return _text(board, reserve, turn, 2 * rng.randint(1, 400) - (turn == "w"))


def crossed(rng: Random) -> tuple[str, str]:
    """A position and a hollow at which the mover's long arms meet, with a Queen or without."""
    turn = rng.choice("wb")
    crossing = rng.choice(naive.ALL)
    arms = []
    for df, dr in DIRECTIONS:
        for sign in (1, -1):
            reach, at = rng.choice([0, 0, 2, 3, 3, 4, 6]), crossing
            for _ in range(reach):
                at = naive.shifted(at, sign * df, sign * dr)
                if at is None:
                    break
                arms.append(at)
    rng.shuffle(arms)
    board = {}
    own = arms[: rng.randint(6, 20)]
    for hollow in own:
        board[hollow] = turn
    queen = rng.choice(["none", "arm", "tray", "beside"])
    spare = [h for h in naive.ALL if h not in board and h != crossing]
    rng.shuffle(spare)
    if queen == "arm" and own:
        board[own[0]] = turn.upper()
    elif queen == "beside":
        board[spare.pop()] = turn.upper()
    theirs = rng.randint(0, 20)
    for _ in range(min(theirs, len(spare))):
        board[spare.pop()] = naive.other(turn)
    if spare and rng.random() < 0.4:
        board[spare.pop()] = naive.other(turn).upper()
    reserve = {side: _reserve(rng, len(naive.attack_of(board, side))) for side in "wb"}
    return _text(board, reserve, turn), crossing


def any_position(rng: Random) -> str:
    return scattered(rng) if rng.random() < 0.5 else crossed(rng)[0]


def mangled(rng: Random, text: str, move: str) -> str:
    """A move text near a legal one: often a fault, sometimes no move at all."""
    hollow = rng.choice(naive.ALL)
    board = naive.read(text)[0]
    taken = rng.choice(sorted(board)) if board else hollow
    for _ in range(rng.choice([0, 1, 1, 2])):
        head, _, rest = move.partition("^")
        action = move.partition("=")[0]
        move = rng.choice(
            [
                action,
                move + hollow,
                move + taken,
                move[:-2],
                move.partition("x")[0],
                move + "x" + taken,
                move.partition("x")[0] + "x" + taken,
                action + "^" + taken,
                action + "^" + rest,
                move.replace("^", "^" + taken),
                move.replace("x", taken + "x"),
                head + "#",
                action + "#",
                move.replace("=R", "=DR"),
                move.replace("DR", "R"),
                move[:2] + move[4:],
                "Q" + move,
                move.removeprefix("Q"),
                taken + hollow,
                "Q" + taken + hollow,
                hollow + move[2:],
                taken,
                "--",
                move + "#",
                move.replace(move[-2:], taken) if len(move) > 4 else move,
            ]
        )
    return move


def resolved(rng: Random, text: str, due: dict) -> str:
    """A complete move after a combination's ruling: often right, else wrong in one thing."""
    board = naive.read(text)[0]

    def some(hollows, count):
        count += rng.choice([0] * 12 + [-1, 1])
        return rng.sample(hollows, max(0, min(count, len(hollows))))

    returns = some(due["returnable"], due["returns"])
    captures = some(due["capturable"], due["captures"])
    if rng.random() < 0.1:
        strays = [h for h, piece in board.items() if piece in "WB"] or naive.ALL
        if rng.random() < 0.5:
            returns = returns[1:] + rng.sample(strays, 1)
        else:
            captures = captures[1:] + rng.sample(strays, 1)
    action, code = due["move"], rng.choice(["", "=" + due["combination"]])
    for mark, hollows in (("^", returns), ("x", captures)):
        rng.shuffle(hollows)
        code += mark + "".join(dict.fromkeys(hollows)) if hollows else ""
    return action + code
