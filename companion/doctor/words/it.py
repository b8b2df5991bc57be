"""Italiano."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "level.ok": "bene",
    "level.note": "nota",
    "level.warning": "guarda",
    "level.bad": "MALE",
    "check.versions": "Versioni",
    "check.camera": "Telecamera",
    "check.light": "Luce",
    "check.sharpness": "Nitidezza",
    "check.board": "Tavoliere",
    "check.disk": "Disco",
    "check.permissions": "Permessi",
    "check.games": "Partite",
    "check.calibration": "Calibrazione",
    "check.temperature": "Temperatura",
    "check.throttling": "Corrente",
    "check.clock": "Orologio",
    "check.port": "Porta",
    "versions.list": "{list}",
    "versions.32bit": (
        "Questo sistema è a 32 bit ({machine}). Installa Raspberry Pi OS a 64 bit: "
        "per questo non esistono pacchetti di OpenCV."
    ),
    "versions.missing": "{name} non è installato. Esegui di nuovo l'installazione.",
    "versions.clash": (
        "{name} non va d'accordo con NumPy ({error}). Nell'ambiente del programma: "
        'pip install "numpy<2" su bookworm; poi esegui di nuovo l\'installazione.'
    ),
    "versions.broken": ("{name} non si può importare: {error}. Esegui di nuovo l'installazione."),
    "camera.fine": "{camera} mostra {size} pixel, {rate} immagini al secondo.",
    "camera.busy": (
        "{camera} è usata da un altro programma. Se è il programma stesso, fermalo durante la "
        "visita: sudo systemctl stop realqueen"
    ),
    "camera.no-camera": (
        "Nessuna telecamera trovata. Collega una webcam; per il cavo piatto togli la corrente, "
        "spingilo bene da entrambi i lati, contatti contro contatti, e riaccendi."
    ),
    "camera.no-access": "{camera} non si può usare: aggiungi l'utente al gruppo video.",
    "camera.broken": "Non funziona: {text}",
    "light.fine": "Il livello medio è {mean} su 255, il {percent} % dell'immagine è al massimo.",
    "light.dark": (
        "È troppo buio: il livello medio è {mean} su 255. Metti una lampada accanto al tavoliere, "
        "non dietro la telecamera."
    ),
    "light.bright": (
        "C'è troppa luce: il livello medio è {mean} su 255, il {percent} % dell'immagine è al "
        "massimo. Sposta la lampada o tira la tenda."
    ),
    "sharpness.fine": "I bordi sono larghi {px} pixel.",
    "sharpness.blurred": (
        "L'immagine è sfocata: i bordi sono larghi {px} pixel. Gira l'anello dell'obiettivo "
        "finché gli incavi sono nitidi, puliscilo, o sposta la telecamera; una Camera Module 3 "
        "mette a fuoco da sola da 10 cm."
    ),
    "board.fine": "Trovato: {px} pixel da un incavo all'altro, inclinato di {deg} gradi.",
    "board.not-found": (
        "Il tavoliere vuoto non si trova ({why}). Sgombralo e mettilo tutto nell'immagine."
    ),
    "board.small": (
        "Trovato ma piccolo: {px} pixel da un incavo all'altro. Abbassa la telecamera; "
        "realqueen doctor --geometry dice di quanto."
    ),
    "board.steep": (
        "Trovato, ma la telecamera lo guarda di lato, di {deg} gradi. "
        "Fino a 35 va bene: portala sopra il tavoliere."
    ),
    "board.cut": (
        "Trovato, ma tocca il bordo dell'immagine. Alza la telecamera o sposta il tavoliere, "
        "in modo che si vedano anche i Porta Biglie."
    ),
    "disk.room": "{mb} MB liberi per le partite in {folder}.",
    "disk.low": "Solo {mb} MB liberi per le partite in {folder}. Fai spazio.",
    "disk.full": (
        "Il disco è pieno: {mb} MB liberi in {folder}. Fai spazio; le partite non si possono "
        "conservare."
    ),
    "permissions.fine": "In {folder} si può scrivere.",
    "permissions.folder": (
        "In {folder} non si può scrivere ({reason}). La scheda è in sola lettura, o consumata? "
        "Altrimenti dai la cartella all'utente che esegue il programma."
    ),
    "permissions.devices": (
        "Questo utente non può usare {devices}. Aggiungilo al gruppo video e accedi di nuovo."
    ),
    "games.fine": "Conservate in {file}: {games}.",
    "games.none": "Non se n'è ancora giocata nessuna; saranno conservate in {folder}.",
    "games.damaged": (
        "{file} è danneggiato ({reason}). Metti al suo posto una copia di riserva: "
        "realqueen restore FILE --replace. Il file danneggiato viene messo da parte."
    ),
    "games.foreign": (
        "{file} è di un altro programma, o non è più leggibile. Mettilo da parte; se hai una copia "
        "di riserva delle partite, poi: realqueen restore FILE --replace"
    ),
    "games.newer": (
        "{file} è stato scritto da una versione più recente del programma ({reason}). Aggiorna il "
        "programma, o metti al suo posto una copia meno recente: realqueen restore FILE --replace"
    ),
    "games.closed": (
        "{file} non si può leggere ({reason}). Chiudi il programma che lo occupa, "
        "o dallo all'utente che esegue il programma."
    ),
    "calibration.unreadable": (
        "{reason}. Metti da parte {file}: con essa una partita interrotta non può riprendere e "
        "i backup la tralasciano; la prossima preparazione ne fa un'altra."
    ),
    "temperature.fine": "{c} °C.",
    "temperature.hot": (
        "{c} °C: a 80 un Raspberry Pi rallenta. Dagli aria, un dissipatore o una ventola, "
        "e tienilo fuori dal fascio della lampada."
    ),
    "temperature.unknown": "Questa macchina non la dice.",
    "throttling.fine": "Il Raspberry Pi ha avuto corrente a sufficienza da quando è acceso.",
    "throttling.power": (
        "Il Raspberry Pi riceve ora troppa poca corrente ({bits}). Usa il suo alimentatore "
        "e un cavo corto."
    ),
    "throttling.power-once": (
        "Il Raspberry Pi ha ricevuto troppa poca corrente da quando è acceso ({bits}). "
        "Usa il suo alimentatore e un cavo corto."
    ),
    "throttling.slow": "Il Raspberry Pi ora rallenta ({bits}). Dagli aria.",
    "throttling.slow-once": "Il Raspberry Pi ha rallentato da quando è acceso ({bits}).",
    "clock.synchronized": "{time} UTC, regolato dalla rete.",
    "clock.alone": (
        "{time} UTC, non regolato dalla rete. Ne dipendono le date delle partite, e se una "
        "partita interrotta continua da sola; al tavolo dell'arbitro si può riprendere "
        "qualunque partita non finita."
    ),
    "clock.wrong": (
        "{time} UTC non può essere giusto. Finché non si regola le partite avranno date "
        "sbagliate, e una interrotta forse non continuerà da sola; la si può riprendere al "
        "tavolo dell'arbitro. Collega una volta la rete, oppure: sudo date -s '2026-12-31 20:00'"
    ),
    "port.free": "{port} è libera.",
    "port.ours": "Il programma risponde a {port}.",
    "port.taken": "{port} non si può usare ({reason}). Scegline un'altra con --port.",
    "port.none": "{port} non esiste: arrivano a 65535. Scegline un'altra con --port.",
    "port.host": "{host} non è un indirizzo di questa macchina. Scegline un altro con --host.",
    "port.forbidden": "{port} non è permessa. Scegline una oltre 1023 con --port.",
    "verdict.fine": "Tutto bene.",
    "verdict.warning": "Funziona; guarda ciò che è segnato.",
    "verdict.bad": "Qualcosa va sistemato; guarda ciò che è segnato MALE.",
    "geometry.title": (
        "Tavoliere di {board:g} cm con {around:g} cm intorno, {pitch:.2g} cm da un incavo "
        "all'altro, telecamera inclinata di {tilt:g} gradi, immagine 1280 x 720:"
    ),
    "geometry.row": (
        "{name} ({fov:g}°): {height:.0f} cm sopra il tavoliere, {aside:.0f} cm a lato del centro; "
        "{pitch:.0f} pixel da un incavo all'altro, {far:.0f} nella fila più lontana"
    ),
    "geometry.small": "(pochi: le biglie si leggono male; scegli un obiettivo più stretto)",
    "geometry.wide": "(un obiettivo così largo curva le linee verso il bordo; va meno bene)",
}
