"""The texts of the screens of play in Spanish.

`%` and `&` stand for inserted values (a player, a number), `|` separates two lines. Capitals are
shown in large letters. A text's key is its part, a dot and the name on its line.
"""

TEXTS = {
    "": """
absent=ausente
count=CUENTA %
hold=% RETIENE &
limit=LÍM
menu=Menú
finish=FIN DE PARTIDA
finish-counted=EL TURNO CUENTA
finish-uncounted=TURNO NO CUENTA
back-drops=BACK: cancelar
done=HECHO
next=OTRA
delete=⌫
challenge-hint=TAPEN EL TABLERO
face-down=FICHAS BOCA ABAJO
appeals=% APELA
back-corrects=BACK: corregir
board=Tablero
board-start=A O B: EMPEZAR
board-next=A O B: SIGUIENTE
confirm=CONFIRMEN
nothing-drawn=NO SAQUEN FICHAS
not-opened=NO SE ABRE
director=ÁRBITRO>DIRECTOR|Árbitro>Director|árbitro>director
""",
    "p-z": """
ready=NO SALE: PULSA
stuck=TECLA % FALLA
verdict-menu=▼ menú   BACK: árbitro
stop-again=sigue
words=Palabras
warning=¡TIEMPO!
play-of=JUGADA DE %
takes-back=% RETIRA FICHAS
refused=IMPUGNAR
""",
    "mode": """
3=Duplicada
""",
    "mark": """
play=JUGADA
pass=■ PASO
exchange=■ CAMBIO
""",
    "late": """
none=LISTO
A=FALTA A
B=FALTA B
AB=FALTAN A Y B
""",
    "notice": """
turn-expired=FIN DEL TURNO
last-turn=ÚLTIMO TURNO
time-over=FIN POR TIEMPO
four-passes=% PASOS: FIN
twelve-scoreless=% SIN PUNTOS
forfeit=PARTIDA PERDIDA
""",
    "notice-short": """
turn-expired=FIN TURNO
last-turn=ÚLTIMO
time-over=TIEMPO
four-passes=% PASOS
twelve-scoreless=% A CERO
forfeit=PERDIDA
""",
    "reason": """
none=PARADOS
verify=VERIFICAR
score=PUNTOS
tiles=FICHAS
arbiter=ÁRBITRO
other=PARADOS
challenge=IMPUGNADA
""",
    "verdict": """
none.do=-
valid.do=OK: SIGUE %
invalid.do=OK: JUEGA %
none=-
valid=CORRECTA
invalid=NO VÁLIDA
""",
    "preset": """
fise-corrido=FISE corrido
fise-no-corrido=FISE no corrido
fise-temporizador=FISE temporizador
fise-2007-corrido=FISE 2007 corrido
fise-2007-no-corrido=2007 no corrido
fise-2007-temporizador=2007 temporizador
wespa=WESPA (inglés)
naspa=NASPA (inglés)
norsk=Noruego
fise-duplicada=FISE duplicada
duplicate-fr=Duplicada (FR)
""",
    "mode-short": """
0=Corrido
1=No corr.
2=Tempor.
3=Duplic.
""",
    "ready": """
1=PULSA QUIEN
2=NO SALE
""",
    "so-far": """
passes=PASOS %/&
scoreless=A CERO %/&
""",
    "no": """
judged=JUGADA|YA JUZGADA
no-play=NO HAY JUGADA|QUE IMPUGNAR
not-counted=ANTES HAY QUE|CONTAR PUNTOS
not-now=AHORA NO SE|PUEDE IMPUGNAR
reason=EN ESTA PARADA|NO SE IMPUGNA
pressed=JUGADA ACEPTADA|AL PULSAR
signed=RESUMEN|YA FIRMADO
memory=SIN MEMORIA|PARA ESO
""",
    "key": """
CHALLENGE=?
""",
}
