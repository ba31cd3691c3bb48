// The pages' texts, by language. Names of phases, reasons and faults are those of the status.

export const TEXTS = {
  es: {
    hall: "la sala", calls: "Llaman al árbitro", nobody: "nadie", round: "ronda", language: "idioma", all: "todas",
    table: "mesa", lost: "sin conexión con este programa",
    "state.listening": "en directo", "state.connecting": "llamando al broker",
    "state.no-broker": "sin broker: se sigue llamando", "state.replay": "repetición",
    "state.usb": "en directo por USB", "state.no-device": "ningún aparato por USB",
    "phase.setup": "preparación", "phase.late": "con retraso", "phase.ready": "lista",
    "phase.running": "en juego", "phase.count": "recuento", "phase.stopped": "parada",
    "phase.challenge": "impugnación", "phase.verdict": "veredicto", "phase.over": "terminada",
    "phase.closed": "firmada", "phase.recovered": "vuelve tras un corte", "phase.fault": "avería",
    "reason.verify": "verificar", "reason.score": "puntuación", "reason.tiles": "fichas",
    "reason.arbiter": "árbitro", "reason.other": "otro motivo", "reason.challenge": "impugnación",
    "notice.turn-expired": "turno agotado", "notice.last-turn": "último turno",
    "notice.time-over": "tiempo agotado", "notice.four-passes": "cuatro pases",
    "notice.twelve-scoreless": "doce turnos sin puntuar", "notice.forfeit": "partida perdida",
    "fault.silent": "callada", "fault.battery": "batería baja", "fault.recovered": "tras un corte",
    "fault.fault": "avería", "fault.two-at-this-table": "dos en esta mesa",
    "fault.two-of-this-name": "dos con este nombre",
    "fault.two-with-this-account": "dos con esta cuenta",
  },
  en: {
    hall: "the hall", calls: "Calling the arbiter", nobody: "nobody", round: "round", language: "language", all: "all",
    table: "table", lost: "no connection to this program",
    "state.listening": "live", "state.connecting": "calling the broker",
    "state.no-broker": "no broker: still calling", "state.replay": "replay",
    "state.usb": "live over USB", "state.no-device": "no device on USB",
    "phase.setup": "setup", "phase.late": "late", "phase.ready": "ready",
    "phase.running": "playing", "phase.count": "counting", "phase.stopped": "stopped",
    "phase.challenge": "challenge", "phase.verdict": "verdict", "phase.over": "over",
    "phase.closed": "signed", "phase.recovered": "back after a cut", "phase.fault": "fault",
    "reason.verify": "verify", "reason.score": "score", "reason.tiles": "tiles",
    "reason.arbiter": "arbiter", "reason.other": "other", "reason.challenge": "challenge",
    "notice.turn-expired": "turn expired", "notice.last-turn": "last turn",
    "notice.time-over": "time over", "notice.four-passes": "four passes",
    "notice.twelve-scoreless": "twelve turns without a score", "notice.forfeit": "forfeit",
    "fault.silent": "silent", "fault.battery": "low battery", "fault.recovered": "after a cut",
    "fault.fault": "fault", "fault.two-at-this-table": "two at this table",
    "fault.two-of-this-name": "two of this name",
    "fault.two-with-this-account": "two with this account",
  },
};

// A clock as the devices show it: whole seconds, rounded away from zero.
export function clock(ms) {
  const seconds = Math.ceil(Math.abs(ms) / 1000);
  const sign = ms < 0 ? "-" : "";
  return `${sign}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
