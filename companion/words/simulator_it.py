"""Italian, the simulator."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "simulator": "Gioca qui",
    "simulator.intro": (
        "Questo tavoliere è dipinto, ma viene osservato come uno vero. "
        "Premi un incavo per giocarci, premi una biglia per prenderla in mano, oppure trascina "
        "le biglie, anche dai Porta Biglie e verso di essi."
    ),
    "simulator.tool": "Che cosa fa la mano",
    "simulator.tool.auto": "Segui la partita",
    "simulator.tool.take": "Togli",
    "simulator.tool.marble": "{side}: Biglia Attacco",
    "simulator.tool.queen": "{side}: Biglia Queen",
    "simulator.hand": "Mano sul tavoliere",
    "simulator.clear": "Svuota il tavoliere",
    "simulator.board": "Incavi del tavoliere dipinto",
    "simulator.hollow.empty": "{hollow}, vuoto",
    "simulator.hollow.w": "{hollow}, Biglia Attacco del Bianco",
    "simulator.hollow.W": "{hollow}, Biglia Queen del Bianco",
    "simulator.hollow.b": "{hollow}, Biglia Attacco del Nero",
    "simulator.hollow.B": "{hollow}, Biglia Queen del Nero",
    "simulator.held": "{hollow} è in mano: premi l'incavo dove va, oppure lo stesso.",
    "simulator.placed": "Messa in {hollow}.",
    "simulator.moved": "Spostata da {hollow} a {to}.",
    "simulator.removed": "Tolta da {hollow}.",
    "simulator.full": "In {hollow} c'è già una biglia: resta dov'era.",
    "simulator.back": "{hollow} resta dov'era.",
    "simulator.due": "Prima le biglie della combinazione: sono cerchiate.",
    "simulator.repair": "Premi gli incavi cerchiati: così si rimettono a posto.",
    "simulator.over": "La partita è finita. Svuota il tavoliere per iniziarne un'altra.",
    "simulator.lost": "Il comando non è arrivato. Riprova.",
    "simulator.refused.setting-up": "Il tavoliere è ancora in preparazione. Riprova fra un attimo.",
    "simulator.refused.no-hollow": "Non c'è un incavo {hollow}: vanno da a1 a g7.",
    "simulator.refused.empty": "In {hollow} non c'è nessuna biglia.",
    "simulator.refused.filled": "In {hollow} c'è già una biglia.",
    "simulator.refused.no-small": "Sui Porta Biglie non c'è più nessuna Biglia Attacco {series}.",
    "simulator.refused.no-large": "La Biglia Queen {series} è già sul tavoliere.",
    "simulator.refused.too-many": "Ogni serie ha venti Biglie Attacco e una Biglia Queen.",
    "simulator.refused.no-board": "Questo non è uno schieramento.",
    "series.light": "chiara",
    "series.dark": "scura",
}
