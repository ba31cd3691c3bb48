"""The source of each figure of each preset; `*` is for every preset without its own entry."""

FISE = "FISE, Reglamento de Juego, Modalidad Clasica"
FISE_2007 = "FISE, Reglamento 2007"
NORSK = "Norsk Scrabbleforbund, Turneringsreglement, the page's main points"
SCHOOL = "North American School Scrabble Championship Rules 2023"
WIKIPEDIA = "Wikipedia, Scrabble"
WESPA = "WESPA Game Rules, version 5.1 of 14 November 2021"
NASPA = "NASPA rules of 1 December 2016, as the program Tilefish states them"
PFS = "PFS, Regulamin turniejowy (Poprawki)"
ALDEA = "N. Aldea, Îndreptar de Scrabble, VII, Regulament general"
FORUM = "a player on Scrabble3D's forum"
DEVICE = "the device's own default: no article gives a figure"

# What several presets have in common.
_FISE_ARTICLES = {
    "challenge_when": f"{FISE}, art. 39 (when the points are counted, before they are noted)",
    "failed_challenge": f"{FISE}, art. 39-42: no penalty",
    "confirm_challenge": f"{FISE}, art. 42.1 (signed by both players)",
    "end_passes": f"{FISE}, art. 45.2 (two passes each)",
    "end_scoreless": f"{FISE}, art. 45.3 (twelve turns)",
    "penalty_min": f"{FISE}, art. 49 (at least 25 points)",
    "official": f'{FISE}, art. 34.5 ("el árbitro")',
    "language": f"{FISE}, art. 10, 11: Spanish tiles",
}
_FISE_2007_ARTICLES = {
    "challenge_when": f"{FISE_2007}, art. 34 (the points counted, not yet noted)",
    "failed_challenge": f"{FISE_2007}, art. 33-35: no penalty",
    "confirm_challenge": f"{FISE_2007}, art. 35.1 (signed by both players)",
    "end_passes": f"{FISE_2007}, art. 37.2 (two passes each)",
    "end_scoreless": f"{FISE_2007}, art. 37.3 (twelve turns)",
    "penalty_min": f"{FISE_2007}, art. 38 (30 points)",
    "official": f'{FISE_2007}, art. 31.5 ("el árbitro")',
    "language": f"{FISE_2007}, art. 10, 11: Spanish tiles",
}
_DUPLICATE = {
    "failed_challenge": "duplicate has no challenge between players",
    "confirm_challenge": "duplicate has no challenge between players",
    "challenge_when": "duplicate has no challenge between players",
    "end_passes": "duplicate has no players' turns: the device says nothing",
    "end_scoreless": "duplicate has no players' turns: the device says nothing",
}

SOURCES = {
    "*": {
        "guard_ms": DEVICE,
        "confirm_challenge": "no source found mentions a confirmation by both players",
        "penalty_min": "no source found mentions a least penalty: any number can be deducted",
    },
    "fise-corrido": {
        "budget_ms": f"{FISE}, art. 34 (typically 30 minutes)",
        "overtime_points": f"{FISE}, art. 35 (10 points per minute or fraction)",
        "overtime_limit_ms": f"{FISE}, art. 35 sets none",
        **_FISE_ARTICLES,
    },
    "fise-no-corrido": {
        "budget_ms": f"{FISE}, art. 34 (typically 25 minutes)",
        "overtime_points": f"{FISE}, art. 35",
        "overtime_limit_ms": f"{FISE}, art. 35 sets none",
        **_FISE_ARTICLES,
    },
    "fise-temporizador": {
        "turn_ms": f"{FISE}, art. 31.1, 33 (two minutes, the timer's knob at 2)",
        "signals_ms": f"{FISE}, art. 33: three, each more urgent than the last; their onsets "
        f"are {DEVICE}",
        **_FISE_ARTICLES,
    },
    "fise-2007-corrido": {
        "budget_ms": f"{FISE_2007}, art. 31 (typically 30 minutes)",
        "overtime_points": f"{FISE_2007}, art. 32",
        "overtime_limit_ms": f"{FISE_2007}, art. 32 sets none",
        **_FISE_2007_ARTICLES,
    },
    "fise-2007-no-corrido": {
        "budget_ms": f"{FISE_2007}, art. 31 (typically 25 minutes)",
        "overtime_points": f"{FISE_2007}, art. 32",
        "overtime_limit_ms": f"{FISE_2007}, art. 32 sets none",
        **_FISE_2007_ARTICLES,
    },
    "fise-2007-temporizador": {
        "turn_ms": f"{FISE_2007}, art. 28.1, 30 (two minutes)",
        "signals_ms": f"{FISE_2007}, art. 30: three, each more urgent than the last; their onsets "
        f"are {DEVICE}",
        **_FISE_2007_ARTICLES,
    },
    "wespa": {
        "budget_ms": f"{WESPA}, 5.3.5: 25 minutes is standard",
        "overtime_points": f"{WESPA}, 5.3.2: 10 points per minute or part of one",
        "overtime_limit_ms": f'{WESPA}, 5.3.3: a player over "by 10 minutes immediately loses"',
        "overtime_from_ms": f"{WESPA}, 5.3.2: the time over is read in full seconds",
        "challenge_when": f"{WESPA}, 3.1.1, 3.10.1: place, announce, press, record, draw; once "
        "the timer is pressed the opponent may challenge",
        "failed_challenge": f'{WESPA}, 3.10.13 (b) (i): "five-point penalty per unsuccessfully '
        'challenged word (this is the preferred international norm)"',
        "confirm_challenge": f'{WESPA}, 3.11.1: the opponent "verifies that the word/s are '
        'correctly typed" before the look-up',
        "end_passes": f'{WESPA}, 1.1 (b) (ii): games "do not end if both players pass twice in '
        'succession"',
        "end_scoreless": f"{WESPA}, 5.2: six consecutive turns scoring zero, of passes, exchanges "
        "and successful challenges",
        "scoreless_at_zero": f"{WESPA}, 5.2: no exception before the first points",
        "penalty_min": f'{WESPA}, 6.3.3: a "point penalty in the game in progress", no figure',
        "official": f"{WESPA}, Preamble: the Tournament Director",
        "language": f"{WESPA}, Preamble: English; list: Collins Scrabble Words (Appendix 2)",
    },
    "naspa": {
        "budget_ms": f"{SCHOOL}: 25 minutes per game",
        "overtime_points": f'{NASPA}: "10 points off for each started minute past zero"',
        "overtime_limit_ms": f'{NASPA}: "more than 10 minutes over loses the game"',
        "overtime_limit_beyond": f'{NASPA}: "more than 10 minutes"',
        "failed_challenge": "Wikipedia, Challenge (Scrabble), Double challenge: if the words are "
        'acceptable, "the challenger loses his/her turn"',
        "challenge_when": f"{SCHOOL}: a turn ends by announcing the score and pressing the timer; "
        "the score is recorded and tiles are drawn after it",
        "end_passes": f"{WIKIPEDIA}, End of game: no end by passes alone",
        "end_scoreless": f'{WIKIPEDIA}, End of game: "at least six successive scoreless turns"',
        "scoreless_at_zero": f"{WIKIPEDIA}, End of game: no exception before the first points",
        "official": "NASPA Player Rules 2017, II: neutralize the clock and call the Director",
        "language": "English; list: NASPA Word List",
    },
    "norsk": {
        "budget_ms": f"{NORSK}: 30 minutes",
        "overtime_points": f'{NORSK}: "fratrukket 10 poeng for hvert påbegynte minutt"',
        "overtime_limit_ms": f'{NORSK}: lost with "mer enn fem minutter mer enn den tilmålte '
        'tiden"',
        "overtime_limit_beyond": f'{NORSK}: "mer enn fem minutter"',
        "failed_challenge": f'{NORSK}: "fratrukket 10 poeng, men beholder turen"',
        "challenge_when": f"{NORSK}: the score is announced before the clock is pressed; the play "
        "may be challenged until the opponent's hand is in the bag",
        "end_passes": "the page does not mention it: the device says nothing",
        "end_scoreless": "the page does not mention it: the device says nothing",
        "official": f'{NORSK}: "en dommer"',
        "language": "Norwegian; list: that of Norsk Scrabbleforbund",
    },
    "pfs": {
        "budget_ms": "Dziennik Wschodni on the championship of 2025: 20 minutes a player",
        "overtime_points": f"{PFS}, 6.1.1: who is out of time moves no more, so none is lost",
        "overtime_limit_ms": f"{PFS}, 6.1.1: there is no overtime",
        "at_zero": f'{PFS}, 6.1.1: who has used his time up "traci prawo do następnych ruchów", '
        "and the other plays on alone, until his time is used up too (5.1.1 c)",
        "challenge_when": "Pytania sędziowskie PFS, 7: the score is noted and tiles are drawn "
        "after the press",
        "failed_challenge": "no readable text gives the price of checking a valid word",
        "end_passes": f'{PFS}, 5.1.1 b: "cztery pauzy z rzędu"',
        "end_scoreless": f"{PFS}, 5.1.1 sets none",
        "official": "Pytania sędziowskie PFS: sędzia",
        "language": "Polish; list: OSPS",
    },
    "frsc": {
        "budget_ms": f"{ALDEA}: 25 minutes a player",
        "overtime_points": f"{FORUM}: no points for minutes",
        "overtime_limit_ms": f"{FORUM}: there is no overtime",
        "at_zero": f'{FORUM}: "end game at time limit"',
        "challenge_when": f"{ALDEA}: the word is accepted before its player draws",
        "failed_challenge": "no readable text gives the price of challenging a valid word",
        "end_passes": "found in no readable text: the device says nothing",
        "end_scoreless": "found in no readable text: the device says nothing",
        "official": "N. Aldea, Îndreptar de Scrabble, XIV: arbitrul",
        "language": "Romanian",
    },
    "fise-duplicada": {
        "turn_ms": "FISE, Mundial de Duplicada, Condiciones generales, 4: "
        '"Tiempo asignado en cada ronda: 3 minutos"',
        "signals_ms": f"{DEVICE}; one, thirty seconds before the end",
        **_DUPLICATE,
        "official": 'FISE, Reglamento para el Torneo Modalidad Duplicada, I.1: "el Juez Árbitro"',
        "language": "FISE, the same regulations, I.2: the words of FISE's own Reglamento Léxico",
    },
    "duplicate-fr": {
        "turn_ms": "Blainville and SVL clubs on duplicate play: three minutes",
        "signals_ms": "the same clubs: a call at 2:30, thirty seconds before the end",
        **_DUPLICATE,
        "official": "Federation internationale de Scrabble francophone: the arbitre",
        "language": "French; list: L'Officiel du Scrabble",
    },
}

NOTES = (
    "WESPA leaves the cost of a failed challenge to the tournament (3.10.13 (b)). The preset has "
    "the preferred one; `failed-challenge` sets the others: 5 or 10 points per turn or per word, "
    "the turn, or nothing.",
    "WESPA recommends adding these points to the other player's score (3.10.13 (a)); the device "
    "deducts them from the challenger's, which leaves the same difference between the two.",
    "NASPA's preset is not verified: of its Official Tournament Rules (1 December 2016, and 30 "
    "September 2014) only the contents could be read, of the Player Edition of 20 January 2017 "
    "only I and II, where neither time nor challenges are.",
    "Norway's is not verified: the federation's page gives its main points; the regulations that "
    "it links to could not be read.",
    "No preset has a hold: its seconds were found in no text; `hold` sets them.",
    "Poland's is not verified: of PFS, Regulamin turniejowy, 5.1.1 and 6.1.1 could be read, in "
    "their amendments, but not what checking a valid word costs, nor for how long a move may be "
    "held (Pytania sędziowskie, 3). Who plays on alone ends the game by two passes (6.1.1): the "
    "device tells of four, and the players end it.",
    "Catalonia has none: 30 minutes and 10 points per minute were found (Scrabble El Prat, 2008), "
    "but of AJUSC, Reglament de Scrabble clàssic, only 1 to 5 could be read, not the cost of a "
    "failed challenge.",
    "Germany has none: a game is lost after five minutes of overtime (Scrabble Deutschland, TSO "
    "of 28.9.2017) and ends after two passes each, but of the TSO only the contents (edition of "
    "1.5.2016) and 4.2 could be read, not the cost of a failed challenge.",
    "Czechia has none: a turn lasts two minutes there, and an unjustified protest puts a cross on "
    "the sheet (Sklípkani, Jednoduchá pravidla, 4), which has no fixed price in points.",
    "Portugal and Sweden have none: no readable text of their rules was found.",
    "France and the other francophone countries have none: 20 or 25 minutes a player are usual "
    "(scrabblebretagne.com, Présentation du classique); of the federation's Scrabble classique, "
    "règlement, only chapters 1 and 2 could be read, not the price of overtime or of a challenge.",
    "Romania's is not verified: a player's account, and a book of 2000 to 2007; of FRSc, "
    "Regulament de competiţie 1.3, only article 1.1 could be read. By that account who leads and "
    "is out of time wins by nothing: the device leaves the result to the players.",
    "Italy has none: of FIGS, Regolamento di gioco, only the first chapter (the equipment) could "
    "be read, of the tournament rules of October 1999 only section 1; time and challenges "
    "come later.",
    "Duplicate has no players' turns: one timer serves the whole room.",
)
