"""Italian, the lessons."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "learn.intro": (
        "Scegli una lezione. Disponi il tavoliere come mostrato; il companion osserva e dice "
        "che cosa va bene, che cosa manca e perché. Le lezioni non finiscono tra le partite."
    ),
    "learn.all": "Tutte le lezioni",
    "learn.start": "Inizia",
    "learn.again": "Ancora una volta",
    "learn.next": "Prossima lezione",
    "learn.leave": "Termina la lezione",
    "learn.hint": "Fammi vedere",
    "learn.hint.is": "Un modo: {action}.",
    "learn.learned": "imparata",
    "learn.worth": "Biglie di Rientro {returns}, conquiste {captures}",
    "learn.lay": "Disponi così il tavoliere",
    "learn.take": "Togli la biglia da {hollow}.",
    "learn.put.w": "Metti una Biglia Attacco del Bianco in {hollow}.",
    "learn.put.W": "Metti la Biglia Queen del Bianco in {hollow}.",
    "learn.put.b": "Metti una Biglia Attacco del Nero in {hollow}.",
    "learn.put.B": "Metti la Biglia Queen del Nero in {hollow}.",
    "learn.more": "E {n} in più.",
    "learn.instead": "Non ancora",
    "learn.instead.note": "Rimetti il tavoliere com'era e prova di nuovo.",
    "learn.done": "Ben fatto!",
    "learn.leaving": "La lezione è finita",
    "learn.leaving.note": "Svuota il tavoliere: poi si torna a osservare le partite.",
    "learn.table": "È in corso una lezione",
    "learn.table.note": "Sul tavoliere si impara. Le partite riprendono a lezione terminata.",
    "learn.table.link": "Vai alla lezione",
    "learn.refused.in-game": "C'è una partita in corso. Prima finiscila, poi impara.",
    "learn.refused.not-ready": "La telecamera non vede ancora il tavoliere. Riprova fra un attimo.",
    "lesson.formed": "Così si forma un {name}, e si chiede un'altra cosa.",
    "lesson.threat": "Ora il {side} potrebbe vincere subito, con {hollows}.",
    "lesson.real": "Forma un Real",
    "lesson.real.text": (
        "Quattro tue biglie in fila ininterrotta sono un Real. Metti la Biglia Attacco del Bianco "
        "che fa quattro. Poi riprendine due e conquista una biglia del Nero."
    ),
    "lesson.returns": "Riprendi le biglie giuste",
    "lesson.returns.text": (
        "Forma un Real sulla colonna b. Vicino ci sono altre biglie del Bianco, ma si "
        "riprendono solo biglie del Real stesso: due, prima di ogni conquista."
    ),
    "lesson.real-queen": "Forma un Real Queen",
    "lesson.real-queen.text": (
        "La Biglia Queen aspetta sul suo Porta Biglie. Può entrare se così completa una fila di "
        "quattro o più. Falle completare questa: un Real Queen conquista due biglie e non una."
    ),
    "lesson.super-real": "Forma un Super Real",
    "lesson.super-real.text": (
        "Cinque in fila ininterrotta sono un Super Real. Riempi il vuoto; riprendine tre, "
        "conquistane due."
    ),
    "lesson.super-real-queen": "Forma un Super Real Queen",
    "lesson.super-real-queen.text": (
        "Cinque in fila con la Biglia Queen. Falla entrare nel vuoto sulla diagonale; riprendi "
        "tre Biglie Attacco e conquistane tre. La Biglia Queen resta."
    ),
    "lesson.super-real-6": "Forma un Super Real 6",
    "lesson.super-real-6.text": (
        "Sei in fila: più lunga non capita quasi mai. Riempi il vuoto; riprendine quattro, "
        "conquistane tre."
    ),
    "lesson.super-real-queen-6": "Forma un Super Real Queen 6",
    "lesson.super-real-queen-6.text": (
        "Sei in fila con la Biglia Queen: riprendi quattro Biglie Attacco, conquistane quattro."
    ),
    "lesson.double-real": "Forma un Double Real",
    "lesson.double-real.text": (
        "Una biglia che completa due file insieme fa un Double Real. Trova dove si incrociano. "
        "La Biglia Incrocio si riprende per prima, poi altre due; poi conquistane tre."
    ),
    "lesson.double-real-queen": "Forma un Double Real Queen",
    "lesson.double-real-queen.text": (
        "Due file insieme, con la Biglia Queen all'incrocio. Lei resta: riprendi tre Biglie "
        "Attacco, da entrambe le file perché non ne restino quattro in fila, e conquistane "
        "quattro."
    ),
    "lesson.castle": "Proteggi il tuo Castello",
    "lesson.castle.text": (
        "Gli incavi intorno alla Biglia Queen sono la sua Area Castello. Una fila del Nero che "
        "la raggiunge vince subito, e al Nero manca una biglia. Sposta la Biglia Queen, o "
        "blocca la fila, in modo che il Nero non possa vincere con la prossima biglia."
    ),
    "lesson.winning-real": "Vinci con un Winning Real",
    "lesson.winning-real.text": (
        "La Biglia Queen del Nero è nel suo Castello. Forma un Real con almeno una biglia nella "
        "sua Area Castello: vinci subito e non si toglie nulla."
    ),
    "lesson.winning-real-queen": "Vinci con un Winning Real Queen",
    "lesson.winning-real-queen.text": (
        "Lo stesso con la tua Biglia Queen nella fila: falla entrare in modo che la fila "
        "raggiunga l'Area Castello del Nero. Nessuna vittoria vale di più."
    ),
}
