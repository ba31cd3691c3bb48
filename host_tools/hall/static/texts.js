// The pages' texts, by language. Names of phases, reasons and faults are those of the status.

export const TEXTS = {
  es: {
    hall: "la sala", calls: "Llaman al árbitro", nobody: "nadie", round: "ronda", language: "idioma", all: "todas",
    table: "mesa", lost: "sin conexión con este programa",
    "state.listening": "en directo", "state.connecting": "llamando al broker",
    "state.no-broker": "sin broker: se sigue llamando", stranger: "fuera del plan",
    trouble: "nada se guarda desde hace", waiting: "esperan:", open: "broker sin cuentas: cualquiera puede escribir aquí",
    others: "otros directores con esta cuenta", lists: "ronda rechazada, léxicos distintos", refused: "rechazados",
    "refused.eras": "comienzos contradictorios", "refused.quota": "sobre la cuota",
    "refused.pushed-out": "extraños retirados", "refused.unread": "ilegibles",
    "refused.too-many": "demasiados en espera", "refused.unsigned": "sin la firma de su aparato",
    "seal.signed": "firmado por el aparato", "seal.unsigned": "sin firma del aparato",
    "seal.unchecked": "firma del aparato sin comprobar",
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
    ago: "hace", sound: "activar sonido", "sound.on": "con sonido", game: "partida",
    photograph: "fotografía de un código de cierre", taken: "recibidos", desk: "Cierre de la ronda",
    "desk.open": "abierta", "desk.signed": "firmada", "desk.void": "anulada", "desk.gap": "faltan entradas",
    "desk.never": "nunca oída", "desk.differ": "dos fuentes difieren", "desk.other": "ilegible", "desk.unproven": "código sin autenticar",
    "desk.remedy": "Se piden al aparato; si no, su registro por USB (corrido log pull) o su código de cierre",
    "source.log": "registro", "source.code": "código", "source.authenticated code": "código autenticado",
    "need.calls": "llaman", "need.fault": "avería", "need.silent": "calladas", "need.overtime": "en prórroga", "need.stopped": "paradas",
    "need.late": "con retraso", "need.unsigned": "sin firmar", "need.playing": "en juego", "need.setup": "preparación", "need.signed": "firmadas",
    why: "Por qué vale una palabra, o no", "why.words": "palabras", "why.password": "contraseña", "why.ask": "Preguntar",
    "why.log": "Consultas", "why.wrong": "contraseña equivocada", "why.open": "solo cuando no quede partida abierta; siguen las mesas",
  },
  en: {
    hall: "the hall", calls: "Calling the arbiter", nobody: "nobody", round: "round", language: "language", all: "all",
    table: "table", lost: "no connection to this program",
    "state.listening": "live", "state.connecting": "calling the broker",
    "state.no-broker": "no broker: still calling", stranger: "not in the plan",
    trouble: "nothing has been stored for", waiting: "waiting:", open: "broker without accounts: anybody can write here",
    others: "other directors on this account", lists: "round refused", refused: "refused",
    "refused.eras": "contradictory beginnings", "refused.quota": "over the quota",
    "refused.pushed-out": "strangers pushed out", "refused.unread": "unreadable",
    "refused.too-many": "too many waiting", "refused.unsigned": "without their device's signature",
    "seal.signed": "signed by the device", "seal.unsigned": "not signed by the device",
    "seal.unchecked": "device's signature not checked",
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
    ago: "age", sound: "switch sound on", "sound.on": "sound is on", game: "game",
    photograph: "photograph of a closing code", taken: "taken", desk: "Closing desk",
    "desk.open": "open", "desk.signed": "signed", "desk.void": "void", "desk.gap": "entries missing",
    "desk.never": "never heard", "desk.differ": "two sources differ", "desk.other": "unreadable", "desk.unproven": "code not authenticated",
    "desk.remedy": "The device is asked for them; else its log over USB (corrido log pull), or its closing code",
    "source.log": "log", "source.code": "code", "source.authenticated code": "authenticated code",
    "need.calls": "calling", "need.fault": "fault", "need.silent": "silent", "need.overtime": "in overtime", "need.stopped": "stopped",
    "need.late": "late", "need.unsigned": "unsigned", "need.playing": "playing", "need.setup": "setup", "need.signed": "signed",
    why: "Why a word is valid, or not", "why.words": "words", "why.password": "password", "why.ask": "Ask",
    "why.log": "Look-ups", "why.wrong": "wrong password", "why.open": "only when no game is open; still at tables",
  },
  pl: {
    hall: "sala", calls: "Wzywają sędziego", nobody: "nikt", round: "runda", language: "język", all: "wszystkie",
    table: "stół", lost: "brak połączenia z programem",
    "state.listening": "na żywo", "state.connecting": "łączenie z brokerem",
    "state.no-broker": "brak brokera: wciąż łączy", stranger: "spoza planu",
    trouble: "nic nie jest zapisywane od", waiting: "czeka:", open: "broker bez kont: każdy może tu pisać",
    others: "inni dyrektorzy na tym koncie", lists: "runda odrzucona, różne listy słów", refused: "odrzucone",
    "refused.eras": "sprzeczne początki", "refused.quota": "ponad limit",
    "refused.pushed-out": "usunięci obcy", "refused.unread": "nieczytelne",
    "refused.too-many": "zbyt wiele czeka", "refused.unsigned": "bez podpisu urządzenia",
    "seal.signed": "podpisane przez urządzenie", "seal.unsigned": "bez podpisu urządzenia",
    "seal.unchecked": "podpis urządzenia niesprawdzony",
    "state.usb": "na żywo przez USB", "state.no-device": "brak urządzenia na USB",
    "phase.setup": "przygotowanie", "phase.late": "spóźnienie", "phase.ready": "gotowy",
    "phase.running": "gra", "phase.count": "liczenie", "phase.stopped": "zatrzymany",
    "phase.challenge": "sprawdzanie", "phase.verdict": "werdykt", "phase.over": "koniec",
    "phase.closed": "podpisana", "phase.recovered": "po zaniku zasilania", "phase.fault": "awaria",
    "reason.verify": "sprawdzenie", "reason.score": "punkty", "reason.tiles": "płytki",
    "reason.arbiter": "sędzia", "reason.other": "inny powód", "reason.challenge": "sprawdzanie",
    "notice.turn-expired": "koniec czasu ruchu", "notice.last-turn": "ostatni ruch",
    "notice.time-over": "koniec czasu", "notice.four-passes": "cztery pasy",
    "notice.twelve-scoreless": "dwanaście ruchów bez punktów", "notice.forfeit": "walkower",
    "fault.silent": "milczy", "fault.battery": "słaba bateria", "fault.recovered": "po zaniku",
    "fault.fault": "awaria", "fault.two-at-this-table": "dwa przy tym stole",
    "fault.two-of-this-name": "dwa o tej nazwie",
    "fault.two-with-this-account": "dwa na tym koncie",
    ago: "sprzed", sound: "włącz dźwięk", "sound.on": "dźwięk włączony", game: "partia",
    photograph: "zdjęcie kodu końcowego", taken: "przyjęto", desk: "Zamknięcie rundy",
    "desk.open": "otwarta", "desk.signed": "podpisana", "desk.void": "unieważniona", "desk.gap": "brak wpisów",
    "desk.never": "nigdy nie słyszany", "desk.differ": "dwa źródła się różnią", "desk.other": "nieczytelna", "desk.unproven": "kod niepotwierdzony",
    "desk.remedy": "Urządzenie jest o nie proszone; w razie czego jego dziennik przez USB (corrido log pull) lub kod końcowy",
    "source.log": "dziennik", "source.code": "kod", "source.authenticated code": "kod potwierdzony",
    "need.calls": "wzywa", "need.fault": "awaria", "need.silent": "milczy", "need.overtime": "po czasie", "need.stopped": "zatrzymane",
    "need.late": "spóźnione", "need.unsigned": "bez podpisu", "need.playing": "w grze", "need.setup": "przygotowanie", "need.signed": "podpisane",
    why: "Dlaczego słowo jest dopuszczalne lub nie", "why.words": "słowa", "why.password": "hasło", "why.ask": "Zapytaj",
    "why.log": "Sprawdzenia", "why.wrong": "złe hasło", "why.open": "dopiero gdy żadna partia nie trwa; wciąż stoły",
  },
};

// A clock as the devices show it: whole seconds, rounded away from zero.
export function clock(ms) {
  const seconds = Math.ceil(Math.abs(ms) / 1000);
  const sign = ms < 0 ? "-" : "";
  return `${sign}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// Hands photographs in one after another; returns what came of them, in a line.
export async function sendPhotographs(input, address, say) {
  const told = [];
  for (const file of input.files) {
    const answer = await fetch(address, { method: "POST", body: file });
    if (!answer.ok) told.push(`${file.name}: ${(await answer.text()).trim()}`);
    else for (const game of await answer.json()) told.push(`${say("table")} ${game.table || "?"}, ${say("game")} ${game.game}`);
  }
  input.value = "";
  return told.length ? `${say("taken")}: ${told.join(" · ")}` : "";
}
