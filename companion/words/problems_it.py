"""What could not be answered, Italian; details that only a program can mend stay English."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "problem.command": "Il comando non si capisce: {detail}",
    "problem.no-game": "Non c'è ancora nessuna partita.",
    "problem.no-such-game": "Su questo tavoliere non c'è una partita simile.",
    "problem.no-decision": "Non è una decisione che si possa annullare.",
    "problem.too-long": "Più di {moves} mosse: dividi il verbale in file più piccoli.",
    "problem.nothing-here": "A questo indirizzo non c'è nulla.",
    "problem.game": "La partita {number} non esiste.",
    "problem.own-screen": "Questa pagina è per lo schermo del companion.",
    "problem.large-record": "Un verbale ha al massimo {kb} kB.",
    "problem.no-text": "Non è testo UTF-8 (byte {byte}): è davvero un verbale?",
    "problem.camera-fixed": "La telecamera di questo tavolo non si può scegliere qui.",
    "problem.camera-gone": "Quella telecamera non c'è; guarda di nuovo l'elenco.",
    "problem.name": "Un nome è una riga di al massimo {letters} lettere.",
    "problem.right": "Ciò che è giusto va detto in al massimo {letters} lettere.",
    "problem.no-report": "Quella decisione sbagliata non c'è, o non c'è più.",
    "problem.no-reports": "Questo companion non conserva decisioni sbagliate.",
    "problem.host": (
        "Questo companion ha un altro nome: aprilo con il suo indirizzo, o avvialo con "
        "--name e il nome che usi."
    ),
    "problem.login": "Solo un arbitro può farlo: entra.",
    "problem.login-file": "Solo un arbitro può averlo: entra.",
    "problem.wrong-pin": "Non è il PIN giusto.",
    "problem.too-soon": "Dopo PIN sbagliati si aspetta: riprova tra {seconds} s.",
    "problem.cut-short": (
        "La registrazione è danneggiata: si leggono solo {read} delle sue {promised} immagini."
    ),
}
