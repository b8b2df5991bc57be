"""The words of the report on a calibration, a catalogue a language.

They are drawn with OpenCV's letters: plain ASCII, so Italian is worded without accents.
"""

from typing import Final

REPORT: Final[dict[str, dict[str, str]]] = {
    "en": {
        "title": "Calibration",
        "sure": "Board found",
        "unsure": "Look closely: is this the board?",
        "confidence": "Confidence {percent} %",
        "drawn": "What the circles mean",
        "rim": "Rim of a hollow, as found: it should lie on the hollow",
        "attack": "Where an attack marble must show",
        "queen": "Where a Queen must show",
        "tray": "Marbles in the full trays, each with its colour learned",
        "trays": "Counted in the full trays",
        "count": "{series}: {attack} attack marbles, Queen: {queen}",
        "yes": "yes",
        "no": "no",
        "?": "?",
        "board": "Board and camera",
        "hollows": "{columns} x {rows} hollows",
        "pitch": "{px} pixels from hollow to hollow",
        "tilt": "Camera {deg} degrees from straight above",
        "sizes": "Marbles (hollow to hollow = 1): attack {attack}, Queen {queen}",
        "likely": "Marbles' sizes will be learned on the board; until then attack {attack}, "
        "Queen {queen} (hollow to hollow = 1)",
        "joined": "A game under way, joined",
        "taken": "Something seems to lie on {hollows}",
        "doubtful": "Perhaps on these, too; please look: {hollows}",
        "colours": "Colours learned",
        "series.0": "One series",
        "series.1": "The other",
        "seen": "{series}: {rgb} (red, green, blue)",
        "unseen": "{series}: not seen yet",
        "advice": "What to mind",
        "nothing": "Nothing. If every rim lies on its hollow, all is well.",
        "warning.unsure": "Low confidence. Check that every rim lies on a hollow; if not, "
        "name the four corners by hand.",
        "warning.believed": "The hollows themselves could not be made out. Check that every rim "
        "lies on a hollow; if not, name the four corners by hand, each on its hollow's middle.",
        "warning.altered": "The picture seems stretched, or cropped to one side. Let the camera "
        "give its whole picture in its own proportions: marbles stand a little beside where "
        "they are expected.",
        "warning.dark": "The board is dark. Switch on a lamp: dark marbles may be misread.",
        "warning.blurred": "The picture is blurred. Focus the camera and hold it still.",
        "warning.no-trays": "No full trays were seen. Colours will be learned from the first "
        "marbles on the board.",
        "warning.no-colours": "No picture of the full trays was given. Colours will be learned "
        "from the first marbles on the board.",
        "warning.close": "The two colours look much alike. Brighter, even light helps; two "
        "other colours help more.",
        "warning.other-wood": "A tray looks as if it were of another wood than the board, or "
        "mirrors a window. Colours are less sure then: check a few marbles on the board.",
    },
    "it": {
        "title": "Calibrazione",
        "sure": "Tavoliere trovato",
        "unsure": "Guarda bene: il tavoliere sta qui?",
        "confidence": "Sicurezza {percent} %",
        "drawn": "Che cosa indicano i cerchi",
        "rim": "Bordo di un incavo, come trovato: deve stare sull'incavo",
        "attack": "Dove deve apparire una Biglia Attacco",
        "queen": "Dove deve apparire una Biglia Queen",
        "tray": "Biglie sui Porta Biglie pieni, con il colore imparato",
        "trays": "Contate sui Porta Biglie pieni",
        "count": "{series}: Biglie Attacco {attack}, Biglia Queen: {queen}",
        "yes": "presente",
        "no": "assente",
        "?": "?",
        "board": "Tavoliere e telecamera",
        "hollows": "{columns} x {rows} incavi",
        "pitch": "{px} pixel da un incavo all'altro",
        "tilt": "Telecamera a {deg} gradi dalla verticale",
        "sizes": "Biglie (da incavo a incavo = 1): Attacco {attack}, Queen {queen}",
        "likely": "Le misure delle biglie si impareranno sul tavoliere; per ora Attacco {attack}, "
        "Queen {queen} (da incavo a incavo = 1)",
        "joined": "Partita ripresa in corso",
        "taken": "Pare che vi sia qualcosa: {hollows}",
        "doubtful": "Forse anche qui, guarda bene: {hollows}",
        "colours": "Colori imparati",
        "series.0": "Una serie",
        "series.1": "L'altra",
        "seen": "{series}: {rgb} (rosso, verde, blu)",
        "unseen": "{series}: non ancora vista",
        "advice": "A che cosa badare",
        "nothing": "A nulla. Se ogni bordo sta sul suo incavo, tutto va bene.",
        "warning.unsure": "Sicurezza bassa. Controlla che ogni bordo stia su un incavo; "
        "altrimenti indica a mano i quattro angoli.",
        "warning.believed": "Gli incavi non si distinguono. Controlla che ogni bordo stia su un "
        "incavo; altrimenti indica a mano i quattro angoli, ognuno al centro del suo incavo.",
        "warning.altered": "L'immagine sembra deformata o ritagliata da un lato. Usa l'immagine "
        "intera della telecamera, nelle sue proporzioni: le biglie appaiono un po' accanto a "
        "dove sono attese.",
        "warning.dark": "Il tavoliere riceve poca luce. Accendi una lampada: le biglie scure "
        "possono essere scambiate.",
        "warning.blurred": "L'immagine appare sfocata. Metti a fuoco la telecamera e "
        "tienila ferma.",
        "warning.no-trays": "Nessun Porta Biglie pieno in vista. I colori si impareranno "
        "dalle prime biglie sul tavoliere.",
        "warning.no-colours": "Manca l'immagine dei Porta Biglie pieni. I colori si impareranno "
        "dalle prime biglie sul tavoliere.",
        "warning.close": "I due colori si somigliano molto. Una luce forte e uniforme aiuta; "
        "due altri colori servono meglio.",
        "warning.other-wood": "Un Porta Biglie sembra di un legno diverso dal tavoliere, o "
        "riflette una finestra. I colori sono meno sicuri: controlla qualche biglia sul tavoliere.",
    },
}
"""By language, then by code (`calibration.report`, `calibration.judging`)."""
