"""The texts of menus, settings and summaries in Catalan.

`%` and `&` stand for inserted values (a player, a number), `|` separates two lines. Capitals are
shown in large letters. A text's key is its part, a dot and the name on its line.
"""

TEXTS = {
    "mode": """
0=Seguit
1=Aturat
2=Per torn
""",
    "why": """
time-over=No es resten les fitxes
left=Se n'ha anat
refuses=No confirma
other=Altre motiu
""",
    "stop": """
verify=VERIFICAR
score=PUNTS
tiles=FITXES
arbiter=ÀRBITRE
other=ALTRE
challenge=IMPUGN.
count=RECOMPTE
""",
    "": """
lookup-hint=PARAULA:
lookup=Consulta
ok-closes=OK: tancar
edit-hint=▲▼ canviar   ◀▶ moure
ok-back=OK: triar   BACK: tornar
no-pin=No hi ha cap PIN
locked=Blocat
not-now=Ara no és possible
battery-low=Bateria insuficient
off=no
on=sí
no=no
none=no
blank-of=Comodí de %
blank-hint=LLETRA DEL COMODÍ:
arbiter=Àrbitre
article=Article
game=Partida
closed=TANCADA
hold-next=OK 2 s: altra
opens= · obre %
go-on=CONTINUAR
left=CONTINUA EN|ALTRE RELLOTGE
fault-do=CRIDEU L'ÀRBITRE
number-hint=▲▼ 1    ◀▶ 10
not-kept=No s'ha desat
limit-edit=Límit (0:00 = no)
both-lose=PERDEN TOTS DOS
""",
    "p-z": """
press-again=UN ALTRE COP
pin-hint=Dues fletxes per xifra
pin-ask=PIN de l'àrbitre
pin-new=PIN nou
pin-kept=PIN desat
pin-wrong=PIN equivocat
sure=SEGUR?
yes=sí
set=posat
points=Punts de sanció
summary=Resum
voided=ANUL·LADA
reopen-what=AL RESUM
reopen-act=REOBRIR PARTIDA
recovered=TALL DE LLUM
recovered-lost=PERDUT: 1 S MÀX.
recovered-limit=EL LÍMIT CONTINUA
taken-over=PARTIDA PORTADA
taken-right=TEMPS: VAN BÉ?
test-press=Premeu
test-done=Totes les tecles vistes
test-keys-fine=Tecles i flash bé
test-flash=Error de la flash
test-leave=BACK dos cops: sortir
wins=GUANYA %
yes-no=OK: sí    BACK: no
pin-turn=▲▼ xifra   OK: següent
score-of=Punts de %
wrong-list=Lèxic &, no %!
""",
    "answer": """
valid=CORRECTA
invalid=NO VÀLIDA
""",
    "menu": """
fin=Fi de la partida
fin-counted=Fi: el torn compta
arbiter=Àrbitre
appeal=Apel·lar a l'àrbitre
silent=So
blank=Comodí
why=Per què?
about=Aquest rellotge
asked-a=Ho demana A
asked-b=Ho demana B
scores=Puntuació final
""",
    "act": """
amend=Corregir la paraula
set-both=Posar els dos rellotges
appeal=Apel·lació acceptada
appeal-refused=Apel·lació rebutjada
reopen=Reobrir la partida
late=Arriba tard
undo=Desfer l'última premuda
revert=Retirar el meu acte
again=Reobrir la jugada
set=Ajustar el rellotge
penalty=Sanció en punts
card=Avís o targeta
lookup=Consultar paraula
absent=Surt de la sala
back=Torna
lose-turn=Perd el torn
lose-turn-pass=Perd el torn: passo
sheet=Temps per al full
close-for=Sense signar
revoke=Retirar sanció
limit=Límit de la partida
swap=Canviar costats A i B
forfeit=Partida perduda
end=Acabar la partida
void=Anul·lar la partida
hand-over=A un altre rellotge
log=Registre
""",
    "who": """
A=Jugador A
B=Jugador B
AB=Tots dos
""",
    "card": """
none=-
warning=AVÍS
yellow=GROGA
red=VERM.
""",
    "sum": """
used=TEMPS USAT
over=TEMPS DE MÉS
points=PUNTS: TEMPS
turns-lost=TORNS PERDUTS
turns=TORNS
challenges=IMPUGN. GUANYADES
penalties=PUNTS: SANCIÓ
dropped=NO ANOTADES
blanks=COMODINS
card=TARGETA
total=DESCOMPTE
asked=VA DEMANAR ATURAR
score=PUNTUACIÓ
result=RESULTAT
""",
    "fault": """
none=SENSE MOTIU
lexicon-damaged=EL LÈXIC|ESTÀ MALMÈS
lexicon-missing=FALTA|EL LÈXIC
lexicon-unreadable=NO ES LLEGEIX|EL LÈXIC
memory=MEMÒRIA|INSUFICIENT
not-recorded=NO PUC GRAVAR|LA PARTIDA
record-damaged=REGISTRE DE LA|PARTIDA MALMÈS
settings-damaged=AJUSTOS PERDUTS:|REVISEU-LOS
pin-damaged=PIN MALMÈS:|POSEU-NE ALTRE
counter-jumped=HORA SALTADA:|% S
""",
    "setup": """
start=Començar
preset=Modalitat
time=Temps
limit=Límit
lexicon=Lèxic
language=Idioma
sounds=Sons
more=Més ajustos
pin=PIN de l'àrbitre
arbiter=Àrbitre
about=Aquest rellotge
test=Prova
confirm=Confirmen tots dos
failed-challenge=Imp. fallida
guard=Guarda (ms)
wipe-words=Esborrar paraules (s)
rotate=Girar
keep-preset=Desar modalitat
drop-preset=Esborrar modalitat
contrast=Brillantor
""",
    "sounds": """
default=avisos
all=tots
none=cap
off=callat
""",
    "failed-challenge": """
0=sense cost
5=-5 punts
10=-10 punts
-1=perd el torn
""",
    "rotate": """
none=no
all=tot
a=costat A
b=costat B
both=A i B
""",
    "language": """
es=Español
en=English
pl=Polski
ca=Català
""",
    "log": """
press=prem
ignored=sense efecte
stop=aturada
challenge=impugna
verdict=veredicte
lookup=consulta
penalty=sanció
card=targeta
adjust=rellotge posat
undo=desfet
recovered=tall
handover=surt
takeover=arriba
fault=error
start=comença
late=tard
absent=absent
back=torna
swap=costats
limit=límit
end=fi
void=anul·lada
appeal=apel·lació
close=tancada
pin=PIN equivocat
lose-turn=perd el torn
forfeit=perduda
blank=comodí
sheet=full
reopen=reoberta
revoke=retirada
""",
    "about": """
firmware=Programa
board=Placa
preset=Modalitat
lexicon=Lèxic
game=Partida
journal=Registre
""",
    "cardname": """
warning=Avís
yellow=Targeta groga
red=Targeta vermella
""",
    "said": """
setup=Ajustos
turn=Torn de %
hold=% reté la jugada
stopped=Rellotges aturats
over=Final. Confirmeu A i B
closed=Partida tancada
recovered=Tall de llum. Premeu OK
fault=Error: crideu l'àrbitre
minute=Un minut per a %
lost=% perd & punts
left=%: &
beyond=%: excedit &
minutes=minut|minuts|minuts
seconds=segon|segons|segons
deleted=esborrada
CH=ce hac
LL=ella
RR=doble erra
""",
    "figure": """
points=temps
penalty=pen.
turns=torns
card=targ.
away=absent
limit=límit
passes=passes
turn=torn de
""",
    "no": """
starting=ENCARA|ARRENCAVA
""",
    "because": """
valid=correcta
invalid=no vàlida: un pas
voided=anul·lada: àrbitre
ended=fi acordat
overtime=% perd &: temps
penalty=% perd &: sanció
price=% perd &: impugnació
card.warning=%: avís
card.yellow=%: targeta groga
card.red=%: targeta vermella
""",
}
