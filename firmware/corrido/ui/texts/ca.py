"""The texts of the screens of play in Catalan.

`%` and `&` stand for inserted values (a player, a number), `|` separates two lines. Capitals are
shown in large letters. A text's key is its part, a dot and the name on its line.
"""

TEXTS = {
    "": """
absent=absent
count=COMPTA %
hold=% RETÉ: &
limit=LÍM
menu=Menú
finish=FI DE LA PARTIDA
finish-counted=EL TORN COMPTA
finish-uncounted=TORN NO COMPTA
back-drops=BACK: cancel·lar
done=FET
next=ALTRA
delete=⌫
challenge-hint=TAPEU EL TAULER
face-down=FITXES CAP AVALL
appeals=% APEL·LA
back-corrects=BACK: corregir
board=Tauler
board-start=A O B: COMENÇAR
board-next=A O B: SEGÜENT
confirm=CONFIRMEU
nothing-drawn=NO AGAFEU FITXES
not-opened=NO S'OBRE
director=ÀRBITRE>DIRECTOR|Àrbitre>Director|àrbitre>director
""",
    "p-z": """
ready=NO SURT: PREM
stuck=TECLA % FALLA
verdict-menu=▼ menú   BACK: àrbitre
stop-again=segueix
words=Paraules
warning=TEMPS!
play-of=JUGADA DE %
takes-back=% RETIRA FITXES
refused=IMPUGNAR
""",
    "mode": """
3=Duplicada
""",
    "mark": """
play=JUGADA
pass=■ PASSO
exchange=■ CANVI
""",
    "late": """
none=A PUNT
A=FALTA A
B=FALTA B
AB=FALTEN A I B
""",
    "notice": """
turn-expired=FI DEL TORN
last-turn=ÚLTIM TORN
time-over=FI PER TEMPS
four-passes=% PASSOS: FI
twelve-scoreless=% SENSE PUNTS
forfeit=PARTIDA PERDUDA
""",
    "notice-short": """
turn-expired=FI TORN
last-turn=ÚLTIM
time-over=TEMPS
four-passes=% PASSOS
twelve-scoreless=% A ZERO
forfeit=PERDUDA
""",
    "reason": """
none=ATURATS
verify=VERIFICAR
score=PUNTS
tiles=FITXES
arbiter=ÀRBITRE
other=ATURATS
challenge=IMPUGNADA
""",
    "verdict": """
none.do=-
valid.do=OK: SEGUEIX %
invalid.do=OK: JUGA %
none=-
valid=CORRECTA
invalid=NO VÀLIDA
""",
    "preset": """
fise-corrido=FISE seguit
fise-no-corrido=FISE aturat
fise-temporizador=FISE per torn
fise-2007-corrido=FISE 2007 seguit
fise-2007-no-corrido=FISE 2007 aturat
fise-2007-temporizador=FISE 2007 per torn
wespa=WESPA (anglès)
naspa=NASPA (anglès)
norsk=Noruec
fise-duplicada=FISE duplicada
duplicate-fr=Duplicada (FR)
""",
    "mode-short": """
0=Seguit
1=Aturat
2=Torn
3=Duplic.
""",
    "ready": """
1=PREM QUI
2=NO SURT
""",
    "so-far": """
passes=PASSOS %/&
scoreless=A ZERO %/&
""",
    "no": """
judged=JUGADA|JA JUTJADA
no-play=CAP JUGADA|PER IMPUGNAR
not-counted=ABANS CAL|COMPTAR PUNTS
not-now=ARA NO ES POT|IMPUGNAR
reason=ARA NO: ATURADA|PER ALTRA COSA
pressed=JUGADA ACCEPTADA|EN PRÉMER
signed=RESUM|JA SIGNAT
memory=SENSE PROU|MEMÒRIA
""",
    "key": """
CHALLENGE=?
""",
}
