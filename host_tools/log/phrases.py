"""Phrases for the entries of a log, in the languages of accounts."""

from host_tools.log.firmware import events

LANGUAGES = ("es", "en")

# kind of event -> (Spanish, English); {who} and {value} are filled in.
EVENTS = {
    events.PRESS: ("pulsación de {who}", "press of {who}"),
    events.STOP: ("STOP", "STOP"),
    events.CHALLENGE: ("impugna {who}", "{who} challenges"),
    events.OK: ("OK", "OK"),
    events.REASON: ("motivo: {reason}", "reason: {reason}"),
    events.ASKED: ("lo pidió {who}", "asked for by {who}"),
    events.MARK: ("el turno de {who} se marca: {mark}", "turn of {who} marked: {mark}"),
    events.SUBMIT: ("palabras escritas, faltan las confirmaciones", "words entered"),
    events.EDIT: ("vuelta a la escritura", "back to the entry"),
    events.CANCEL: ("se cancela", "given up"),
    events.VERDICT: ("veredicto: {verdict}", "verdict: {verdict}"),
    events.FAULT: ("el aparato no puede decidir: {fault}", "the device refuses: {fault}"),
    events.FINISH: ("fin de partida propuesto", "end of game proposed"),
    events.ARM: ("partida preparada", "game armed"),
    events.POWER: ("vuelve la corriente", "power came back"),
    events.CONFIRM: ("confirma {who}", "{who} confirms"),
    events.ARRIVAL: ("llega {who}", "{who} arrives"),
    events.MENU: ("árbitro: menú", "arbiter: menu"),
    events.LATE: ("árbitro: llega tarde {who}", "arbiter: {who} late"),
    events.ABSENT: ("árbitro: ausente {who}", "arbiter: {who} absent"),
    events.BACK: ("árbitro: vuelve {who}", "arbiter: {who} back"),
    events.SET: ("árbitro: reloj de {who} a {time}", "arbiter: clock of {who} set to {time}"),
    events.UNDO: ("árbitro: deshace la entrada {value}", "arbiter: takes back entry {value}"),
    events.SWAP: ("árbitro: cambio de lados", "arbiter: sides swapped"),
    events.PENALTY: (
        "árbitro: {points} puntos menos a {who} (art. {article})",
        "arbiter: {points} points off {who} (art. {article})",
    ),
    events.CARD: (
        "árbitro: {card} a {who} (art. {article})",
        "arbiter: {card} for {who} (art. {article})",
    ),
    events.REVOKE: (
        "árbitro: se retira la sanción de {who}",
        "arbiter: sanction of {who} revoked",
    ),
    events.LOSE_TURN: ("árbitro: {who} pierde el turno", "arbiter: {who} loses a turn"),
    events.FORFEIT: ("árbitro: pierde {who}", "arbiter: forfeit of {who}"),
    events.SHEET: ("árbitro: {who} completa su planilla", "arbiter: {who} completes his sheet"),
    events.APPEAL: ("árbitro: apelación {appeal}", "arbiter: appeal {appeal}"),
    events.LIMIT: ("árbitro: límite a {time}", "arbiter: limit set to {time}"),
    events.END: ("árbitro: fin", "arbiter: end"),
    events.VOID: ("árbitro: partida anulada", "arbiter: game void"),
    events.REOPEN: ("árbitro: partida reabierta", "arbiter: game reopened"),
    events.CLOSE: ("árbitro: cierra por {who}", "arbiter: closes for {who}"),
    events.REVERT: (
        "árbitro: retira su acto, entrada {value}",
        "arbiter: takes back his act, entry {value}",
    ),
    events.AGAIN: (
        "árbitro: la jugada puede impugnarse de nuevo",
        "arbiter: the play may be challenged once more",
    ),
    events.APPEAL_ASKED: ("apelación solicitada", "appeal asked for"),
    events.FINAL_SCORE: ("puntuación final de {who}: {value}", "final score of {who}: {value}"),
}

# names of log kinds -> (Spanish, English), for notes, which are no events of the game.
NOTES = {
    "ignored": ("pulsación sin efecto", "press without effect"),
    "pin": ("PIN equivocado", "wrong PIN"),
    "lookup": ("consulta del árbitro", "look-up by the arbiter"),
    "limit": ("acaba el límite", "the limit ends"),
    "end": ("fin", "end"),
    "recovered": ("recuperada tras un corte", "recovered after a cut"),
    "fault": ("fallo", "fault"),
    "start": ("comienza", "begins"),
    "close": ("cerrada", "closed"),
    "forfeit": ("pierde por tiempo", "forfeit on time"),
    "undo": ("cambios al deshacer", "what the undo changed"),
    "dropped": (
        "pulsaciones sin efecto que no caben en el registro",
        "presses without effect that the log has no room for",
    ),
}

WORDS = {
    "undone": ("deshecha", "taken back"),
    "game": ("Partida", "Game"),
    "round": ("ronda", "round"),
    "table": ("mesa", "table"),
    "clock": ("reloj", "clock"),
    "asked": ("pedido por", "asked for by"),
    "minutes": ("minutos", "minutes"),
    "left": ("queda", "left"),
    "player": ("Jugador", "Player"),
    "used": ("tiempo usado", "time used"),
    "over": ("exceso", "overtime"),
    "points": ("puntos", "points"),
    "turns": ("turnos", "turns"),
    "challenges": ("impugnaciones (ganadas)", "challenges (won)"),
    "penalty": ("penalización", "penalty"),
    "card": ("tarjeta", "card"),
    "stops": ("Tiempo detenido por motivo", "Stopped time by reason"),
    "account": ("Relato", "Account"),
    "chain": ("Cadena del registro", "Chain of the log"),
    "whole": ("íntegra", "whole"),
    "broken": ("ROTA", "BROKEN"),
    "unchecked": (
        "firmada, SIN COMPROBAR: falta su clave",
        "signed, NOT CHECKED: its key is missing",
    ),
    "not-whole": ("Registro INCOMPLETO", "Log NOT WHOLE"),
    "entries": ("entradas", "entries"),
    "chart": ("Minutos restantes de cada jugador", "Minutes left of each player"),
    "signed": ("Árbitro", "Arbiter"),
}

VALUES = {
    "none": ("no", "no"),
    "verify": ("verificación", "verification"),
    "score": ("puntuación", "score"),
    "tiles": ("fichas", "tiles"),
    "arbiter": ("árbitro", "arbiter"),
    "other": ("otro", "other"),
    "challenge": ("impugnación", "challenge"),
    "count": ("recuento", "count"),
    "play": ("jugada", "play"),
    "pass": ("paso", "pass"),
    "exchange": ("cambio", "exchange"),
    "valid": ("jugada correcta", "valid play"),
    "invalid": ("jugada no válida", "invalid play"),
    "warning": ("apercibimiento", "warning"),
    "yellow": ("tarjeta amarilla", "yellow card"),
    "red": ("tarjeta roja", "red card"),
    "upheld": ("aceptada", "upheld"),
    "refused": ("rechazada", "refused"),
    "A": ("A", "A"),
    "B": ("B", "B"),
    "AB": ("A y B", "A and B"),
    "void": ("anulada", "void"),
}


def pick(pair: tuple[str, str], language: str) -> str:
    """Return the text of a language of LANGUAGES."""
    return pair[LANGUAGES.index(language)]


def word(name: str, language: str) -> str:
    """Return the word for a name in WORDS or VALUES; any other name stands for itself."""
    return pick(WORDS.get(name) or VALUES.get(name) or (name, name), language)
