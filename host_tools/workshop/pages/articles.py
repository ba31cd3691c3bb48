"""The articles of both FISE rulebooks by number and title, and how the two correspond.

Titles are quoted from the rulebooks. A test compares them with the texts, where available, and
every article number in the project with this table.
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

# Current article -> the 2007 article on the same matter, under the same or a similar title.
SAME_TITLE = {
    **{number: number for number in range(1, 20) if number != 7},
    21: 20, 22: 21, 23: 22, 24: 23, 25: 24, 26: 25, 27: 26, 30: 27, 31: 28, 32: 29, 33: 30,
    34: 31, 35: 32, 38: 33, 39: 34, 42: 35, 43: 36, 45: 37, 46: 38, 48: 39, 50: 41,
}  # fmt: skip
# Current article -> the 2007 article that covers its matter without a separate title.
MATTER = {
    7: 7,  # how letters are drawn
    28: 7,  # 7.1 to 7.3: tiles drawn in excess
    36: 32,  # "Llegadas tarde", at its end
    37: 38,  # who has to leave the room
    41: 34,  # the sums may be corrected
    49: 38,  # thirty points off
}
IN_2007 = {**SAME_TITLE, **MATTER}

# Number of paragraphs, for articles whose paragraphs are numbered.
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
        """Return whether it exists in the rulebook, the current one or the one of 2007."""
        titles, paragraphs = (TITLES_2007, PARAGRAPHS_2007) if of_2007 else (TITLES, PARAGRAPHS)
        return self.article in titles and self.paragraph <= paragraphs.get(self.article, 0)


# The subject of each article: at least one of its words stands near any mention of the article.
# Each word maps to the beginning of its counterpart in the article's own text, for a test.
ABOUT = {
    4: "draw=sorte start=salida opener=salida",
    5: "sheet=planilla sign=firm written=escrib",
    8: "line=línea",
    10: "blank=comod comod=comod",
    11: "digraph=dígrafo tile=ficha",
    20: "centre=central star=estrella invalid=inválida",
    24: "turn=turno play=jug",
    25: "exchange=cambi cambio=cambi",
    26: "pass=pas paso=paso",
    28: "tiles=fichas turn=turno lost=perderá",
    30: "limit=máximo equal=igualar turn=turno",
    31: "turn=turno two=dos clock=reloj budget=total",
    32: "corrido=corrido verif=verific five=5 hand=activa press=activa turn=turno recuento=cuenta",
    33: "signal=señal timer=temporizador temporizador=temporizador turn=turno",
    34: "stop=detenido clock=reloj tiles=letras arbiter=árbitro score=puntos challenge=validez "
    "recuento=contar",
    35: "overtime=excede minute=minuto remind=advertid point=puntos",
    36: "late=tarde absent=ausente arriv=llega clock=reloj",
    37: "absen=ausen leav=salir left=salir back=vuelta lose=pierde lost=pierde round=ronda "
    "forfeit=pierde",
    38: "accept=acepta note=anotar challenge=cuestionar",
    39: "challenge=cuestion doubt=cuestion valid=válida",
    40: "answer=respuesta simult=simultánea several=dos play=jugada words=palabras valid=válida",
    41: "sum=suma score=puntos",
    42: "challenge=cuestionada appeal=apela sign=firma confirm=firma cover=cubrirse "
    "verdict=respuesta time=tiempo",
    43: "look-up=consultar look=consultar consult=consultar list=diccionario",
    44: "clos=cerrada sign=firma reopen=reabrir score=puntajes summary=planilla sheet=planilla",
    45: "pass=pasa twelve=doce scoreless=0-0 time=tiempo turn=turno invalid=inválida end=finaliza",
    46: "forfeit=descalificado lose=descalificado leav=abandonar look=consulta",
    47: "neutral=neutralizado ethic=ética warning=advertidos card=tarjeta",
    48: "director=director arbiter=árbitros act=decisi",
    49: "penalt=penalizar points=puntos arbiter=árbitros",
}
MANY = 4  # a line with this many articles or more names a whole chapter


def subject(article: int) -> dict[str, str]:
    """Return an article's subject words, with those of its own text; {} for no entry."""
    pairs = [pair.partition("=") for pair in ABOUT.get(article, "").split()]
    return {word: in_the_text for word, _, in_the_text in pairs}


def near(article: int, text: str) -> bool:
    """Return whether a text mentions the article's subject."""
    return any(word in text.lower() for word in subject(article))
