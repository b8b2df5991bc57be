"""Italiano, con le parole del regolamento."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    # Pezzi di frase.
    "list.comma": ", ",
    "list.and": " e ",
    "side.w": "il Bianco",
    "side.b": "il Nero",
    "of.w": "del Bianco",
    "of.b": "del Nero",
    "number.1": "una",
    "number.2": "due",
    "number.3": "tre",
    "number.4": "quattro",
    "number.5": "cinque",
    "number.6": "sei",
    "number.7": "sette",
    "piece.attack": "una Biglia Attacco {of}",
    "piece.queen": "la Biglia Queen {of}",
    "a.R": "un Real",
    "a.RQ": "un Real Queen",
    "a.SR5": "un Super Real",
    "a.SRQ5": "un Super Real Queen",
    "a.SR6": "un Super Real 6",
    "a.SRQ6": "un Super Real Queen 6",
    "a.SR7": "un Super Real 7",
    "a.SRQ7": "un Super Real Queen 7",
    "a.DR": "un Double Real",
    "a.DRQ": "un Double Real Queen",
    # Che cosa ha fatto la mano.
    "did.place": "{side} ha messo una Biglia Attacco nell'incavo {target}.",
    "did.enter": "La Biglia Queen {of} è entrata nell'incavo {target}.",
    "did.step": "La Biglia Queen {of} si è mossa da {origin} a {target}.",
    "did.relocate": "{side} ha spostato la Biglia Attacco da {origin} a {target}.",
    "did.pass": "{side} non ha nessuna mossa possibile e ha passato.",
    "did.nothing": "Non si forma nessuna combinazione: ora gioca {other}.",
    # Che cosa si è formato.
    "formed.line": "{marbles} sono {length} biglie in fila: {name}.",
    "formed.queen-line": "{marbles} sono {length} biglie in fila con la Biglia Queen: {name}.",
    "formed.double": "{crossing} completa {lines} file in una volta, {marbles}: {name}.",
    "formed.line-of-double": "da {first} a {last}",
    # Che cosa segue.
    "due.return": "Riprendi {returns} di esse come Biglie di Rientro",
    "due.return-attack": "Riprendi {returns} delle sue Biglie Attacco come Biglie di Rientro",
    "due.return-crossing": (
        "Riprendi {returns} delle sue Biglie Attacco come Biglie di Rientro, "
        "per prima la Biglia Incrocio {crossing}"
    ),
    "due.no-four": " in modo che non ne restino quattro in fila",
    "due.capture": ", poi conquista {captures} delle Biglie Attacco {of}.",
    "due.capture-last-one": ", poi conquista {marbles}, l'unica Biglia Attacco {of} sul tavoliere.",
    "due.capture-last": ", poi conquista {marbles}, tutte le Biglie Attacco {of} sul tavoliere.",
    "due.capture-none": "; {other} non ha Biglie Attacco da conquistare sul tavoliere.",
    # Che cosa è stato preso.
    "taken.returned": "Biglie di Rientro {of}: {marbles}",
    "taken.captured-one": "; biglia conquistata: {marbles}.",
    "taken.captured": "; biglie conquistate: {marbles}.",
    "taken.captured-none": "; non c'era nulla da conquistare.",
    # Vittoria.
    "win.one": "{marbles} è nell'Area Castello della Biglia Queen {of} in {castle}: un {win}.",
    "win.several": (
        "{marbles} sono nell'Area Castello della Biglia Queen {of} in {castle}: un {win}."
    ),
    "win.end": "{side} vince la partita; non si riprende e non si conquista più nulla.",
    # Errori: che cosa è successo, poi come rimediare.
    "fault.out-of-turn": (
        "La biglia mossa da {origin} è {piece}, ma il turno è {ofmover}. "
        "Rimettila in {origin} e gioca una biglia {ofmover}."
    ),
    "fault.occupied": (
        "L'incavo {target} non è libero: c'è {piece}. "
        "Rimetti la biglia appena giocata dov'era e scegli un incavo libero."
    ),
    "fault.occupied.same": (
        "La biglia in {target} è tornata dov'era: non è una mossa. "
        "{mover} gioca in un altro incavo, libero."
    ),
    "fault.must-play-queen": (
        "{mover} ha giocato altro, ma non ha Biglie Attacco da giocare e la Biglia Queen è ancora "
        "sul Porta Biglie: è obbligatorio giocare la Biglia Queen. "
        "Annulla la mossa e metti la Biglia Queen in un incavo libero qualsiasi."
    ),
    "fault.pass": (
        "{mover} ha passato, ma c'è una mossa possibile, per esempio {example}. "
        "{mover} deve giocare."
    ),
    "fault.no-reserve": (
        "{mover} ha messo una Biglia Attacco in {target}, ma sul Porta Biglie non ne ha più. "
        "Toglila; {mover} muove la Biglia Queen o una Biglia Attacco già sul tavoliere."
    ),
    "fault.queen-entry": (
        "La Biglia Queen {ofmover} è entrata in {target} senza completare una fila di quattro, e "
        "sul Porta Biglie ci sono ancora Biglie Attacco ({reserve}). Rimettila sul Porta Biglie; "
        "{mover} gioca una Biglia Attacco o fa entrare la Biglia Queen dove completa una "
        "combinazione."
    ),
    "fault.queen-entry.again": (
        "La Biglia Queen {ofmover} è stata fatta entrare in {target}, ma è già sul tavoliere, in "
        "{castle}. Togli la seconda; {mover} può muovere la Biglia Queen da {castle}."
    ),
    "fault.queen-step": (
        "La Biglia Queen {ofmover} si è mossa da {origin} a {target}, che non è adiacente. "
        "Rimettila in {origin}; si muove in un incavo libero accanto a {origin}."
    ),
    "fault.early-relocation": (
        "La Biglia Attacco in {origin} è stata spostata in {target} mentre {mover} ha ancora "
        "Biglie Attacco sul Porta Biglie ({reserve}). Rimettila in {origin} e giocane una dal "
        "Porta Biglie."
    ),
    "fault.no-combination": (
        "Sono state prese delle biglie, ma {action} non forma nessuna fila di quattro. "
        "Rimetti a posto {marbles}."
    ),
    "fault.queen-returned": (
        "La Biglia Queen {ofmover} in {castle} è stata tolta dal tavoliere, ma non può mai essere "
        "Biglia di Rientro. Rimettila in {castle}; {due}"
    ),
    "fault.wrong-returns.none": "Nessuna Biglia di Rientro è stata ripresa, ma {due}",
    "fault.wrong-returns": (
        "Biglie riprese: {marbles}. {due} Rimetti quelle che dovevano restare, "
        "riprendi quelle che mancano."
    ),
    "fault.wrong-returns.won": (
        "Biglie riprese: {marbles}. Ma la mossa vince e non si riprende più nulla: "
        "rimetti tutto a posto."
    ),
    "fault.crossing-kept": (
        "La Biglia Incrocio {crossing} è rimasta sul tavoliere, ma in un Double è obbligatoria tra "
        "le Biglie di Rientro. Riprendi {crossing} al posto di una di {marbles}."
    ),
    "fault.real-remains": (
        "Riprendendo {marbles} restano quattro biglie in fila dopo un Double. "
        "Rimettile e scegline altre, in modo che non ne restino quattro in fila."
    ),
    "fault.queen-captured": (
        "La Biglia Queen {ofother} in {castle} è stata tolta dal tavoliere, ma non si conquista "
        "così. Rimettila in {castle}; {due}"
    ),
    "fault.wrong-captures.none": "Nessuna biglia è stata conquistata, ma {due}",
    "fault.wrong-captures": (
        "Biglie tolte: {marbles}. {due} Rimetti quelle che dovevano restare, "
        "togli quelle che mancano."
    ),
    "fault.wrong-captures.won": (
        "Biglie tolte: {marbles}. Ma la mossa vince e non si conquista più nulla: "
        "rimetti tutto a posto."
    ),
    "return.nothing": "non c'è nulla da riprendere.",
    "return.due": "{name} chiede {returns} Biglie di Rientro tra {marbles}.",
    "capture.nothing": "non c'è nulla da conquistare.",
    "capture.due": "{name} ne conquista {captures} tra {marbles}.",
    # Dove sta scritto.
    "house.numbers": "Questi numeri sono una regola della casa: il regolamento non li dà.",
    "house.pass": "Passare è una regola della casa: il regolamento non ne parla.",
    "house.relocate": (
        "Quando si può spostare una biglia già sul tavoliere lo dice qui una regola della casa: "
        "la prima edizione lo lascia aperto."
    ),
    "house.real-remains": (
        "Questa è una regola della casa, presa dalla prima edizione: "
        "il regolamento di oggi non lo dice."
    ),
    "source": "({source}.)",
    "source.official.turn": "Regolamento, capitolo 6 e nota 1",
    "source.official.place": "Regolamento, capitolo 5 e nota 2",
    "source.official.enter": "Regolamento, capitolo 9 e nota 5",
    "source.official.forced": "Regolamento, capitolo 9 e nota 3",
    "source.official.step": "Regolamento, capitolo 5 e nota 7",
    "source.official.relocate": "Regolamento, capitolo 5 e nota 4",
    "source.official.real": "Regolamento, capitolo 7",
    "source.official.real-queen": "Regolamento, capitolo 8",
    "source.official.super-real": "Regolamento, capitolo 13, Super Real",
    "source.official.double-real": "Regolamento, capitolo 13, Double Real",
    "source.official.queen-stays": "Regolamento, capitolo 9 e nota 6",
    "source.official.win": "Regolamento, capitoli 10 e 11",
    "source.classic.turn": "Prima edizione, Conduct of the Game",
    "source.classic.place": "Prima edizione, Conduct of the Game",
    "source.classic.enter": "Prima edizione, The Biglia Queen",
    "source.classic.forced": "Prima edizione, The Biglia Queen; regolamento, nota 3",
    "source.classic.step": "Prima edizione, The Biglia Queen",
    "source.classic.relocate": "Prima edizione, Conduct of the Game",
    "source.classic.real": "Prima edizione, Real and Real Queen",
    "source.classic.real-queen": "Prima edizione, Real and Real Queen",
    "source.classic.super-real": "Prima edizione, Real Specials, Super Real",
    "source.classic.double-real": "Prima edizione, Real Specials, Double Real",
    "source.classic.queen-stays": "Prima edizione, The Biglia Queen",
    "source.classic.win": "Prima edizione, Winning Real and Winning Real Queen",
    # Il tavoliere disegnato.
    "draw.tray": "{side} ({letters}): da giocare {reserve}, conquistate {captured}, {queen}.",
    "draw.queen-in-tray": "la Biglia Queen sul Porta Biglie",
    "draw.queen-on-board": "la Biglia Queen sul tavoliere",
    "draw.turn": "{side} muove, azione {ply}.",
    "check.game": "Partita {number}: {players}, mosse: {moves}, {end}",
    # Consigli all'arbitro (F4).
    "deadlock.stuck": (
        "Tutte le biglie sono giocate e {actions} mosse di fila non hanno dato combinazioni. "
        "L'arbitro può chiudere la partita: si continua, patta, o vittoria a chi ha "
        "conquistato di più."
    ),
    "deadlock.repeated": (
        "La stessa posizione si presenta per la terza volta con lo stesso giocatore di turno. "
        "L'arbitro può chiudere la partita: si continua, patta, o vittoria a chi ha "
        "conquistato di più."
    ),
    "deadlock.bare": (
        "Nessuno dei due ha più quattro biglie da mettere in fila. "
        "L'arbitro può chiudere la partita: patta, o vittoria a chi ha conquistato di più."
    ),
}
