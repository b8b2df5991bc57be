"""Real Queen a second time: sets, loops and strings, as obvious and as slow as can be.

Written from rules.md, notation.md and interfaces.md alone; it imports nothing of
the engine, so that a mistake in one is not a mistake in both.
"""

from itertools import combinations

FILES, RANKS = "abcdefg", "1234567"
ALL = [f + r for f in FILES for r in RANKS]

DUES = {  # code: (captures, returns), official then classic
    "R": ((1, 2), (1, 2)),
    "RQ": ((2, 2), (2, 2)),
    "SR5": ((2, 3), (2, 3)),
    "SRQ5": ((3, 3), (3, 3)),
    "SR6": ((3, 4), (3, 4)),
    "SRQ6": ((4, 4), (4, 4)),
    "SR7": ((4, 5), (4, 5)),
    "SRQ7": ((5, 5), (5, 5)),
    "DR": ((3, 3), (2, 3)),
    "DRQ": ((4, 3), (3, 3)),
}
HOUSE = {"official": {"SR7", "SRQ7"}, "classic": {"SR6", "SRQ6", "SR7", "SRQ7"}}
NAMES = {
    "R": "Real",
    "RQ": "Real Queen",
    "SR5": "Super Real",
    "SRQ5": "Super Real Queen",
    "SR6": "Super Real 6",
    "SRQ6": "Super Real Queen 6",
    "SR7": "Super Real 7",
    "SRQ7": "Super Real Queen 7",
    "DR": "Double Real",
    "DRQ": "Double Real Queen",
}


class BadMoveError(Exception):
    pass


def shifted(hollow, df, dr):
    f, r = FILES.index(hollow[0]) + df, RANKS.index(hollow[1]) + dr
    return FILES[f] + RANKS[r] if 0 <= f < 7 and 0 <= r < 7 else None


def around(hollow):
    steps = [(df, dr) for df in (-1, 0, 1) for dr in (-1, 0, 1) if (df, dr) != (0, 0)]
    return {shifted(hollow, *step) for step in steps} - {None}


def read(text):
    placement, turn, reserves, ply = text.split(" ")
    board = {}
    for rank, row in zip(reversed(RANKS), placement.split("/"), strict=True):
        file = 0
        for char in row:
            if char.isdigit():
                file += int(char)
            else:
                board[FILES[file] + rank] = char
                file += 1
    w, b = reserves.split("/")
    return board, turn, {"w": int(w), "b": int(b)}, int(ply)


def write(board, turn, reserve, ply):
    rows = []
    for rank in reversed(RANKS):
        row = "".join(board.get(f + rank, ".") for f in FILES)
        for run in range(7, 0, -1):
            row = row.replace("." * run, str(run))
        rows.append(row)
    return f"{'/'.join(rows)} {turn} {reserve['w']}/{reserve['b']} {ply}"


def other(turn):
    return "b" if turn == "w" else "w"


def queen_of(board, turn):
    found = [h for h, piece in board.items() if piece == turn.upper()]
    return found[0] if found else None


def attack_of(board, turn):
    return {h for h, piece in board.items() if piece == turn}


def lines_through(own, hollow):
    found = []
    for df, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
        line = [hollow]
        for sign in (1, -1):
            at = shifted(hollow, sign * df, sign * dr)
            while at in own:
                line.append(at)
                at = shifted(at, sign * df, sign * dr)
        if len(line) >= 4:
            found.append(sorted(line))
    return sorted(found)


def four_in_line(marbles):
    for hollow in marbles:
        for df, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
            if all(shifted(hollow, k * df, k * dr) in marbles for k in range(4)):
                return True
    return False


def split_action(text):
    """kind, origin, target"""
    if text == "--":
        return "pass", None, None
    queen = text.startswith("Q")
    body = text[1:] if queen else text
    hollows = [body[i : i + 2] for i in range(0, len(body), 2)]
    if not 1 <= len(hollows) <= 2 or any(h not in ALL for h in hollows):
        raise BadMoveError(text)
    if len(hollows) == 1:
        return ("enter" if queen else "place"), None, hollows[0]
    return ("step" if queen else "relocate"), hollows[0], hollows[1]


def split_list(text):
    hollows = [text[i : i + 2] for i in range(0, len(text), 2)]
    if not hollows or any(h not in ALL for h in hollows) or len(set(hollows)) != len(hollows):
        raise BadMoveError(text)
    return set(hollows)


def split_move(text):
    """action, code, returns, captures, wins; None for lists that are not there"""
    rest, wins = (text[:-1], True) if text.endswith("#") else (text, False)
    rest, x, captures = rest.partition("x")
    captures = split_list(captures) if x else None
    rest, caret, returns = rest.partition("^")
    returns = split_list(returns) if caret else None
    action, equals, code = rest.partition("=")
    if equals and code not in DUES:
        raise BadMoveError(text)
    taken = returns is not None or captures is not None
    if wins and taken:
        raise BadMoveError(text)
    if equals and not (taken or wins):
        raise BadMoveError(text)
    if action == "--" and (equals or taken or wins):
        raise BadMoveError(text)
    return action, code if equals else None, returns, captures, wins


def after_action(board, turn, kind, origin, target):
    board = dict(board)
    if kind == "pass":
        return board
    if origin is not None:
        del board[origin]
    board[target] = turn.upper() if kind in ("enter", "step") else turn
    return board


def formed(board, turn, target):
    """code, lines, marbles, or None"""
    if target is None:
        return None
    own = {h for h, piece in board.items() if piece.lower() == turn}
    lines = lines_through(own, target)
    if not lines:
        return None
    marbles = {h for line in lines for h in line}
    queen = "Q" if queen_of(board, turn) in marbles else ""
    if len(lines) > 1:
        return "DR" + queen, lines, marbles
    length = len(lines[0])
    return (f"SR{queen}{length}" if length > 4 else "R" + queen), lines, marbles


def win_of(board, turn, lines):
    castle = queen_of(board, other(turn))
    if castle is None:
        return None
    reaching = [line for line in lines if set(line) & around(castle)]
    if not reaching:
        return None
    mine = queen_of(board, turn)
    return "Winning Real Queen" if any(mine in line for line in reaching) else "Winning Real"


def actions(text, rules):
    board, turn, reserve, _ = read(text)
    found = []
    empty = [h for h in ALL if h not in board]
    queen = queen_of(board, turn)
    stuck = queen is None and reserve[turn] == 0
    for h in empty:
        if reserve[turn] > 0:
            found.append(h)
        if queen is None:
            forms = formed(after_action(board, turn, "enter", None, h), turn, h)
            if rules == "classic" or reserve[turn] == 0 or forms:
                found.append("Q" + h)
        elif h in around(queen):
            found.append("Q" + queen + h)
        if reserve[turn] == 0 and queen is not None:
            found += [o + h for o in attack_of(board, turn)]
    assert not stuck or all(a.startswith("Q") for a in found)
    return sorted(found) or ["--"]


def return_choices(board, turn, target, code, lines, marbles, rules):
    """every set of returns by D1 and D2; those of them by D3 too, if there are any"""
    count = DUES[code][rules == "classic"][1]
    mine = marbles & attack_of(board, turn)
    allowed = [set(c) for c in combinations(sorted(mine), count)]
    double = len(lines) > 1
    if double and rules == "official" and board[target] == turn:
        allowed = [c for c in allowed if target in c]
    kept = [c for c in allowed if not double or not four_in_line(marbles - c)]
    return allowed, (kept or allowed)


def action_fault(board, turn, reserve, kind, origin, target, text, rules):
    if origin is not None:
        want = "WB" if kind == "step" else "wb"
        piece = board.get(origin)
        if piece is None or piece not in want:
            raise BadMoveError(text)
        if piece.lower() != turn:
            return "out-of-turn"
    if target is not None and target in board:
        return "occupied"
    queen = queen_of(board, turn)
    if queen is None and reserve[turn] == 0 and kind != "enter":
        return "must-play-queen"
    legal = actions(write(board, turn, reserve, 1 if turn == "w" else 2), rules)
    spelled = {"pass": "--", "place": target, "enter": f"Q{target}"}.get(
        kind, ("Q" if kind == "step" else "") + f"{origin}{target}"
    )
    if spelled in legal:
        return None
    return {
        "pass": "pass",
        "place": "no-reserve",
        "enter": "queen-entry",
        "step": "queen-step",
        "relocate": "early-relocation",
    }[kind]


def judge(text, move, rules):
    """interfaces.md's object without text and articles; BadMoveError for bad-move"""
    action, claimed, returns, captures, wins = split_move(move)
    kind, origin, target = split_action(action)
    board, turn, reserve, ply = read(text)
    house = kind == "pass" or (rules == "classic" and kind == "relocate")
    fault = action_fault(board, turn, reserve, kind, origin, target, text, rules)
    if fault:
        return {"legal": False, "fault": fault, "house": house}
    board = after_action(board, turn, kind, origin, target)
    if kind == "place":
        reserve[turn] -= 1
    shape = formed(board, turn, target)
    win = win_of(board, turn, shape[1]) if shape else None
    if claimed is not None and (shape is None or shape[0] != claimed):
        raise BadMoveError(move)
    if wins and not win:
        raise BadMoveError(move)
    bare = returns is None and captures is None
    returns, captures = returns or set(), captures or set()
    enemies = attack_of(board, other(turn))
    reply = {
        "legal": True,
        "move": action,
        "complete": True,
        "combination": shape[0] if shape else None,
        "name": NAMES[shape[0]] if shape else None,
        "alignments": shape[1] if shape else [],
        "returns": 0,
        "must_return": [],
        "returnable": [],
        "captures": 0,
        "capturable": [],
        "wins": bool(win),
        "win": win,
        "position": None,
        "house": house,
    }
    allowed = choices = []
    if shape and not win:
        code, lines, marbles = shape
        due_captures, due_returns = DUES[code][rules == "classic"]
        allowed, choices = return_choices(board, turn, target, code, lines, marbles, rules)
        must = len(lines) > 1 and rules == "official" and board[target] == turn
        reply.update(
            returns=due_returns,
            must_return=[target] if must else [],
            returnable=sorted(marbles & attack_of(board, turn)),
            captures=min(due_captures, len(enemies)),
            capturable=sorted(enemies),
            house=house or code in HOUSE[rules],
        )
        if bare:
            reply["complete"] = False
            return reply
    if not bare:
        fault = taken_fault(reply, board, turn, shape, returns, captures, allowed, choices)
        if fault:
            own_house = reply["house"] or (fault == "real-remains" and rules == "official")
            return {"legal": False, "fault": fault, "house": own_house}
        reply["move"] = f"{action}={shape[0]}^{''.join(sorted(returns))}"
        if captures:
            reply["move"] += "x" + "".join(sorted(captures))
    elif win:
        reply["move"] = f"{action}={shape[0]}#"
    for h in returns | captures:
        del board[h]
    reserve[turn] += len(returns)
    reply["position"] = write(board, other(turn), reserve, ply + 1)
    return reply


def taken_fault(due, board, turn, shape, returns, captures, allowed, choices):
    if shape is None:
        return "no-combination"
    if queen_of(board, turn) in returns:
        return "queen-returned"
    if len(returns) != due["returns"] or not returns <= set(due["returnable"]):
        return "wrong-returns"
    if due["returns"] and returns not in allowed:
        return "crossing-kept"
    if due["returns"] and returns not in choices:
        return "real-remains"
    if queen_of(board, other(turn)) in captures:
        return "queen-captured"
    if len(captures) != due["captures"] or not captures <= set(due["capturable"]):
        return "wrong-captures"
    return None


def moves(text, rules):
    """every complete legal move with the position after it; None after a win"""
    found = {}
    for action in actions(text, rules):
        ruling = judge(text, action, rules)
        if ruling["complete"]:
            found[ruling["move"]] = None if ruling["wins"] else ruling["position"]
            continue
        board, turn, _, _ = read(text)
        kind, origin, target = split_action(action)
        board = after_action(board, turn, kind, origin, target)
        shape = formed(board, turn, target)
        _, choices = return_choices(board, turn, target, *shape, rules)
        for returns in choices:
            for captures in combinations(ruling["capturable"], ruling["captures"]):
                move = f"{action}={shape[0]}^{''.join(sorted(returns))}"
                move += "x" + "".join(captures) if captures else ""
                found[move] = judge(text, move, rules)["position"]
    return found


def perft(text, depth, rules):
    if depth == 0:
        return 1
    after = moves(text, rules)
    if depth == 1:
        return len(after)
    return sum(perft(p, depth - 1, rules) for p in after.values() if p is not None)
