"""The texts of menus, settings and summaries in Spanish.

`%` and `&` stand for inserted values (a player, a number), `|` separates two lines. Capitals are
shown in large letters. A text's key is its part, a dot and the name on its line.
"""

TEXTS = {
    "mode": """
0=Corrido
1=No corrido
2=Temporizador
""",
    "why": """
time-over=Los atriles no se restan
left=Se ha ido
refuses=No confirma
other=Otro motivo
""",
    "stop": """
verify=VERIFICAR
score=PUNTOS
tiles=FICHAS
arbiter=ÁRBITRO
other=OTRO
challenge=IMPUGN.
count=RECUENTO
""",
    "": """
lookup-hint=PALABRA:
lookup=Consulta
ok-closes=OK: cerrar
edit-hint=▲▼ cambiar   ◀▶ mover
ok-back=OK: elegir   BACK: volver
no-pin=No hay PIN puesto
locked=Bloqueado
not-now=Ahora no es posible
battery-low=Batería insuficiente
off=no
on=sí
no=no
none=no
blank-of=Comodín de %
blank-hint=LETRA DEL COMODÍN:
arbiter=Árbitro
article=Artículo
game=Partida
closed=CERRADA
hold-next=OK 2 s: otra
opens= · abre %
go-on=CONTINUAR
left=SIGUE EN|OTRO RELOJ
fault-do=LLAMEN AL ÁRBITRO
number-hint=▲▼ 1    ◀▶ 10
not-kept=No se ha guardado
limit-edit=Límite (0:00 = no)
both-lose=PIERDEN LOS DOS
""",
    "p-z": """
press-again=OTRA VEZ
pin-hint=Dos flechas por cifra
pin-ask=PIN del árbitro
pin-new=PIN nuevo
pin-kept=PIN guardado
pin-wrong=PIN equivocado
sure=¿SEGURO?
yes=sí
set=puesto
points=Puntos de sanción
summary=Resumen
voided=ANULADA
reopen-what=AL RESUMEN
reopen-act=REABRIR PARTIDA
recovered=CORTE DE LUZ
recovered-lost=PERDIDO: 1 S MÁX.
recovered-limit=EL LÍMITE SIGUE
taken-over=PARTIDA TRAÍDA
taken-right=TIEMPOS: ¿BIEN?
test-press=Pulse
test-done=Todas las teclas vistas
test-keys-fine=Teclas y flash bien
test-flash=Fallo de la flash
test-leave=BACK dos veces: salir
wins=GANA %
yes-no=OK: sí    BACK: no
pin-turn=▲▼ cifra   OK: siguiente
score-of=Puntos de %
wrong-list=¡Léxico &, no %!
""",
    "answer": """
valid=CORRECTA
invalid=NO VÁLIDA
""",
    "menu": """
fin=Fin de partida
fin-counted=Fin: este turno cuenta
arbiter=Árbitro
appeal=Apelar al árbitro
silent=Sonido
blank=Comodín
why=¿Por qué?
about=Este reloj
asked-a=Lo pide A
asked-b=Lo pide B
scores=Puntuación final
""",
    "act": """
amend=Corregir la palabra
set-both=Poner los dos relojes
appeal=Apelación aceptada
appeal-refused=Apelación rechazada
reopen=Reabrir la partida
late=Llega tarde
undo=Anular última pulsación
revert=Retirar mi último acto
again=Reabrir la jugada
set=Ajustar el reloj
penalty=Sanción en puntos
card=Aviso o tarjeta
lookup=Consultar palabra
absent=Sale de la sala
back=Vuelve
lose-turn=Pierde el turno
lose-turn-pass=Pierde turno: paso
sheet=Tiempo para la planilla
close-for=Cerrar sin firma
revoke=Retirar sanción
limit=Límite de la partida
swap=Cambiar lados A y B
forfeit=Partida perdida
end=Terminar la partida
void=Anular la partida
hand-over=Sigue en otro reloj
log=Registro
""",
    "who": """
A=Jugador A
B=Jugador B
AB=Los dos
""",
    "card": """
none=-
warning=AVISO
yellow=AMAR.
red=ROJA
""",
    "sum": """
used=TIEMPO USADO
over=TIEMPO DE MÁS
points=PUNTOS: TIEMPO
turns-lost=TURNOS PERDIDOS
turns=TURNOS
challenges=IMPUGN. GANADAS
penalties=PUNTOS: SANCIÓN
dropped=SIN ANOTAR
blanks=COMODINES
card=TARJETA
total=DESCUENTO
asked=PIDIÓ PARAR
score=PUNTUACIÓN
result=FINAL
""",
    "fault": """
none=SIN MOTIVO
lexicon-damaged=EL LÉXICO|ESTÁ DAÑADO
lexicon-missing=FALTA|EL LÉXICO
lexicon-unreadable=NO SE LEE|EL LÉXICO
memory=MEMORIA|INSUFICIENTE
not-recorded=NO PUEDO GRABAR|LA PARTIDA
record-damaged=REGISTRO DE LA|PARTIDA DAÑADO
settings-damaged=AJUSTES PERDIDOS:|REVÍSENLOS
pin-damaged=PIN DAÑADO:|PONGAN OTRO
counter-jumped=RELOJ SALTÓ:|% S
""",
    "setup": """
start=Empezar
preset=Modalidad
time=Tiempo
limit=Límite
lexicon=Léxico
language=Idioma/Lang.
sounds=Sonidos
more=Más ajustes
pin=PIN del árbitro
arbiter=Árbitro
about=Este reloj
test=Prueba
confirm=Confirman los dos
failed-challenge=Impugn. fallida
guard=Guarda (ms)
wipe-words=Borrar palabras (s)
rotate=Girar
keep-preset=Guardar modalidad
drop-preset=Borrar modalidad
contrast=Brillo
""",
    "sounds": """
default=avisos
all=todos
none=ninguno
off=callado
""",
    "failed-challenge": """
0=sin coste
5=-5 puntos
10=-10 puntos
-1=pierde turno
""",
    "rotate": """
none=no
all=todo
a=lado A
b=lado B
both=A y B
""",
    "language": """
es=Español
en=English
pl=Polski
ca=Català
""",
    "log": """
press=pulsa
ignored=sin efecto
stop=parada
challenge=impugna
verdict=veredicto
lookup=consulta
penalty=sanción
card=tarjeta
adjust=reloj puesto
undo=anulado
recovered=corte
handover=sale
takeover=llega
fault=fallo
start=empieza
late=tarde
absent=ausente
back=vuelve
swap=lados
limit=límite
end=fin
void=anulada
appeal=apelación
close=cierre
pin=PIN equivocado
lose-turn=pierde turno
forfeit=perdida
blank=comodín
sheet=planilla
reopen=reabierta
revoke=retirada
""",
    "about": """
firmware=Programa
board=Placa
preset=Modalidad
lexicon=Léxico
game=Partida
journal=Registro
""",
    "cardname": """
warning=Aviso
yellow=Tarjeta amarilla
red=Tarjeta roja
""",
    "said": """
setup=Ajustes
turn=Turno de %
hold=% retiene la jugada
stopped=Relojes parados
over=Fin. Confirmen A y B
closed=Partida cerrada
recovered=Corte de luz. Pulse OK
fault=Fallo: llamen al árbitro
minute=Un minuto para %
lost=% pierde & puntos
left=%: &
beyond=%: excedido &
minutes=minuto|minutos|minutos
seconds=segundo|segundos|segundos
deleted=borrada
CH=che
LL=doble ele
RR=doble erre
""",
    "figure": """
points=tiempo
penalty=pen.
turns=turnos
card=tarj.
away=ausente
limit=límite
passes=pases
turn=turno de
""",
    "no": """
starting=AÚN ESTABA|ARRANCANDO
""",
    "because": """
valid=correcta
invalid=no válida: un paso
voided=anulada: árbitro
ended=fin acordado
overtime=% pierde &: tiempo
penalty=% pierde &: sanción
price=% pierde &: impugnó
card.warning=%: aviso
card.yellow=%: tarjeta amarilla
card.red=%: tarjeta roja
""",
}
