"""Where each figure of each preset was read.  `*` holds for every preset that says nothing."""

FISE = "FISE, Reglamento de Juego, Modalidad Clasica"
FISE_2007 = "FISE, Reglamento 2007"
NOT_READ = "not read in any source; the value is a guess, set it to your rules"
DEVICE = "the device's own default: no article gives a figure"

SOURCES = {
    "*": {
        "guard_ms": DEVICE,
        "signals_ms": NOT_READ,
        "overtime_points": NOT_READ,
        "overtime_limit_ms": NOT_READ,
        "failed_challenge": NOT_READ,
        "confirm_challenge": "no confirmation by both was read of",
        "penalty_points": "no such penalty was read of; the arbiter's menu begins at FISE's 25",
    },
    "fise-corrido": {
        "budget_ms": f"{FISE}, art. 34 (typically 30 minutes)",
        "overtime_points": f"{FISE}, art. 35 (10 points a minute or fraction)",
        "overtime_limit_ms": f"{FISE}, art. 35: none",
        "failed_challenge": f"{FISE}, art. 39-42: no penalty",
        "confirm_challenge": f"{FISE}, art. 42.1 (signed by both players)",
        "penalty_points": f"{FISE}, art. 49 (at least 25 points)",
    },
    "fise-no-corrido": {
        "budget_ms": f"{FISE}, art. 34 (typically 25 minutes)",
        "overtime_points": f"{FISE}, art. 35",
        "overtime_limit_ms": f"{FISE}, art. 35: none",
        "failed_challenge": f"{FISE}, art. 39-42: no penalty",
        "confirm_challenge": f"{FISE}, art. 42.1",
        "penalty_points": f"{FISE}, art. 49",
    },
    "fise-temporizador": {
        "turn_ms": f"{FISE}, art. 31.1, 33 (two minutes, the knob at 2)",
        "signals_ms": f"{FISE}, art. 33: three, growing; their onsets are {DEVICE}",
        "failed_challenge": f"{FISE}, art. 39-42: no penalty",
        "confirm_challenge": f"{FISE}, art. 42.1",
        "penalty_points": f"{FISE}, art. 49",
    },
    "fise-2007-corrido": {
        "budget_ms": f"{FISE_2007}, art. 31 (typically 30 minutes)",
        "overtime_points": f"{FISE_2007}, art. 32",
        "overtime_limit_ms": f"{FISE_2007}, art. 32: none",
        "failed_challenge": f"{FISE_2007}, art. 33-35: no penalty",
        "confirm_challenge": f"{FISE_2007}, art. 35",
        "penalty_points": f"{FISE_2007}, art. 40 (30 points)",
    },
    "fise-2007-no-corrido": {
        "budget_ms": f"{FISE_2007}, art. 31 (typically 25 minutes)",
        "overtime_points": f"{FISE_2007}, art. 32",
        "overtime_limit_ms": f"{FISE_2007}, art. 32: none",
        "failed_challenge": f"{FISE_2007}, art. 33-35: no penalty",
        "confirm_challenge": f"{FISE_2007}, art. 35",
        "penalty_points": f"{FISE_2007}, art. 40 (30 points)",
    },
    "fise-2007-temporizador": {
        "turn_ms": f"{FISE_2007}, art. 28.1, 30 (two minutes)",
        "signals_ms": f"{FISE_2007}, art. 30: three, growing; their onsets are {DEVICE}",
        "failed_challenge": f"{FISE_2007}, art. 33-35: no penalty",
        "confirm_challenge": f"{FISE_2007}, art. 35",
        "penalty_points": f"{FISE_2007}, art. 40 (30 points)",
    },
    "wespa": {
        "budget_ms": "Norsk Scrabbleforbund (www2.scrabbleforbundet.no/?page_id=2375) on English "
        "play as in the world championship: 25 minutes",
        "overtime_points": "the same page names no difference from Norway's 10 a minute begun",
        "failed_challenge": "the same page: 5 points for each word; the device takes 5 a play",
    },
    "naspa": {
        "budget_ms": "playscrabble.com on timers: 25 minutes is a usual game; not the rulebook",
        "overtime_points": "playscrabble.com on overtime: 10 a minute; not the rulebook",
        "failed_challenge": "Wikipedia, Challenge (Scrabble): double challenge, the turn is lost",
    },
    "pfs": {
        "budget_ms": "Dziennik Wschodni, 26 September 2025: a PFS tournament, 20 minutes a player",
    },
    "catala": {
        "budget_ms": "4t Scrabble El Prat en catala, 2008 (pratencs.cat): 30 minutes",
        "overtime_points": "the same: 10 points for each minute over",
        "failed_challenge": "not read; the general rules of AJUSC were not seen to their end",
    },
    "norsk": {
        "budget_ms": "Norsk Scrabbleforbund, Turneringsreglement, summary: 30 minutes",
        "overtime_points": "the same: 10 points for each minute begun",
        "overtime_limit_ms": "the same: lost by more than five minutes over; here on reaching it",
        "failed_challenge": "the same: 10 points, the turn is kept",
    },
    "czech": {
        "turn_ms": "Sklipkani club (sklipkani.tip3000.cz), rules of competitive play: two minutes",
        "failed_challenge": "the same: the challenger gets a mark; its worth was not read",
    },
    "duplicate-fr": {
        "turn_ms": "Blainville and SVL clubs on duplicate play: three minutes",
        "signals_ms": "the same: called at 2:30, thirty seconds before the end",
        "failed_challenge": "duplicate has no challenge between players",
        "confirm_challenge": "duplicate has no challenge between players",
    },
}

NOTES = (
    "WESPA's cost of a failed challenge is by the word; the device takes one figure a play, the "
    "arbiter adds the rest as a penalty.",
    "Where a federation lets a play be challenged after the clock was pressed (WESPA, NASPA), the "
    "arbiter takes the press back first, as in FISE's art. 38.",
    "Norway's overtime limit is lost past five minutes; a limit here is lost on reaching it.",
    "Duplicate is not played by turns: the timer of one player serves the whole room.",
)
