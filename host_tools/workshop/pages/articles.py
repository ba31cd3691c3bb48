"""The articles of both FISE rulebooks by number and title, and which is which.

Titles as they stand in the rulebooks; a test compares them with the texts where these are at hand,
and every number that the project mentions with this table.
"""

from typing import NamedTuple

# The current rulebook, "Modalidad Clasica".
TITLES = {
    1: "Fundamentos", 2: "Descripción básica", 3: "Verificación de fichas",
    4: "Turno de salida", 5: "Anotaciones", 6: "Comienzo de la partida",
    7: "Extracción de fichas de la bolsa", 8: "Colocación de letras",
    9: "Formación de palabras", 10: "Comodines", 11: "Letras dobles",
    12: "Valor numérico de las letras", 13: "Casillas con premio para letras",
    14: "Casillas con premio para palabras", 15: "Palabras con valor múltiplo",
    16: "Casilla central", 17: "Unicidad de premios", 18: "Palabras simultáneas",
    19: "Premio por scrabble", 20: "Fallar la casilla central", 21: "Comienzo de la jugada",
    22: "Posición relativa de las letras", 23: "Ficha colocada",
    24: "Penalidad por incumplimiento", 25: "Cambio de fichas", 26: "Turno cedido",
    27: "Recuento de fichas", 28: "Extracción de fichas de más",
    29: "Extracción de fichas de menos", 30: "Duración de la partida",
    31: "Duración de un turno", 32: "Ejecución de un turno",
    33: "Uso del temporizador electrónico",
    34: "Uso del reloj de ajedrez o del cronómetro digital",
    35: "Penalidad por tiempo excedido, usando reloj de ajedrez o cronómetro",
    36: "Llegadas tarde", 37: "Ausencias", 38: "Aceptación de una palabra",
    39: "Cuestionamiento de una palabra",
    40: "Cuestionamiento simultáneo de más de una palabra",
    41: "Discrepancia aritmética en la suma de puntos", 42: "Reclamos", 43: "Consultas",
    44: "Cierre de una partida", 45: "Terminación de una partida",
    46: "Normas de comportamiento general", 47: "Ética competitiva", 48: "Interpretaciones",
    49: "Decisiones del Director o árbitros del torneo", 50: "Tribunal de apelaciones",
}  # fmt: skip

# The rulebook of 2007.
TITLES_2007 = {
    1: "Fundamentos", 2: "Descripción básica", 3: "Verificación de fichas",
    4: "Turno de salida", 5: "Anotaciones", 6: "Comienzo de la partida",
    7: "Reposición de letras", 8: "Colocación de letras", 9: "Formación de palabras",
    10: "Comodines", 11: "Letras dobles", 12: "Valor numérico de las letras",
    13: "Casillas con premio para letras", 14: "Casillas con premio para palabras",
    15: "Palabras con valor múltiplo", 16: "Casilla central", 17: "Unicidad de premios",
    18: "Palabras simultáneas", 19: "Premio por scrabble", 20: "Comienzo de la jugada",
    21: "Posición relativa de las letras", 22: "Ficha colocada",
    23: "Penalidad por incumplimiento", 24: "Cambio de fichas", 25: "Turno cedido",
    26: "Recuento de fichas", 27: "Duración de la partida", 28: "Duración de un turno",
    29: "Final de un turno", 30: "Uso del temporizador electrónico",
    31: "Uso del reloj de ajedrez o del cronómetro digital",
    32: "Penalidad por tiempo excedido, usando reloj de ajedrez o cronómetro",
    33: "Aceptación de una palabra", 34: "Cuestionamiento de una palabra", 35: "Reclamos",
    36: "Consultas", 37: "Terminación de una partida",
    38: "Normas de comportamiento general", 39: "Interpretaciones",
    40: "Decisiones de los árbitros", 41: "Tribunal de apelaciones",
}  # fmt: skip

# Current article -> that of 2007 with the same matter under the same title or a like one.
SAME_TITLE = {
    **{number: number for number in range(1, 20) if number != 7},
    21: 20, 22: 21, 23: 22, 24: 23, 25: 24, 26: 25, 27: 26, 30: 27, 31: 28, 32: 29, 33: 30,
    34: 31, 35: 32, 38: 33, 39: 34, 42: 35, 43: 36, 45: 37, 46: 38, 48: 39, 50: 41,
}  # fmt: skip
# Current article -> that of 2007 in which its matter stands without a title of its own.
MATTER = {
    7: 7,  # how letters are drawn
    28: 7,  # 7.1 to 7.3: tiles drawn in excess
    36: 32,  # "Llegadas tarde", at its end
    37: 38,  # who has to leave the room
    41: 34,  # the sums may be corrected
    49: 38,  # thirty points off
}
IN_2007 = {**SAME_TITLE, **MATTER}

# Numbered paragraphs, where an article has them: how many.
PARAGRAPHS = {
    4: 4, 5: 3, 9: 3, 10: 4, 20: 2, 21: 2, 22: 2, 28: 2, 29: 2, 31: 2, 32: 2, 34: 5, 42: 6,
    45: 5, 46: 6, 47: 7,
}  # fmt: skip
PARAGRAPHS_2007 = {5: 2, 7: 3, 9: 3, 10: 3, 28: 2, 31: 5, 35: 6, 37: 5}


class Reference(NamedTuple):
    """A number as the project writes it, `34.2`: the article and its paragraph, 0 for none."""

    article: int
    paragraph: int

    @classmethod
    def read(cls, text: str) -> "Reference":
        """Read `34` or `34.2`."""
        article, _, paragraph = text.partition(".")
        return cls(int(article), int(paragraph or 0))

    def exists(self, of_2007: bool = False) -> bool:
        """Return whether the rulebook, the current one or that of 2007, has it."""
        titles, paragraphs = (TITLES_2007, PARAGRAPHS_2007) if of_2007 else (TITLES, PARAGRAPHS)
        return self.article in titles and self.paragraph <= paragraphs.get(self.article, 0)


# Words of the article's subject; at least one stands near any mention of it.
ABOUT = {
    4: "draw start opener", 5: "sheet sign agree written note", 8: "line tile",
    10: "blank comod", 11: "digraph tile tilde CH", 20: "centre star invalid play declared",
    24: "turn declared", 25: "exchange cambio change", 26: "pass paso",
    28: "tiles turn extra", 30: "limit equal time tiempo turn", 31: "time turn clock two",
    32: "corrido press verif guard second turn five hand",
    33: "signal timer temporizador turn expir",
    34: "stop neutral recuento reason para clock score tiles time challenge arbiter",
    35: "overtime over points minute remind clock turn reopen", 36: "late absent arriv latecomer",
    37: "absen leav back return going lost loses end", 38: "accept note challenge taken",
    39: "challenge doubt valid verif play",
    40: "confirm answer set simult words several once one digraph play",
    41: "sum score points tile",
    42: "challenge appeal sign confirm cover verdict time limit board",
    43: "look-up look up lookup consult",
    44: "clos summary sign score reopen figures confirm next hand",
    45: "end pass twelve scoreless time fin invalid turn over limit",
    46: "forfeit leav lose look-up disqual", 47: "neutral ethic stopped warning card stop points",
    48: "arbiter director undo again", 49: "penalt card warning points arbiter",
}  # fmt: skip
MANY = 4  # a line with this many articles or more names a whole chapter


def near(article: int, text: str) -> bool:
    """Return whether a text says something that the article is about."""
    words = ABOUT.get(article, "").lower().split()
    return any(word in text.lower() for word in words)
