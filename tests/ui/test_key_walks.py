"""What keys do, key by key: a task a line, in the words of tests/screens/cases.txt."""

import pytest

from host_tools.workshop.screens.cases import walk

WALKS = """
a game as it is: pin= OK "PULSA_QUIEN B "A_T0_T0_B
25 minutes instead of 30: pin= DOWN OK DOWN*5 OK "Tiempo "25:00
no corrido: pin= DOWN*2 OK DOWN OK "Modalidad "No_corrido
a limit, and none again: pin= DOWN*4 OK LEFT UP*9 OK "90:00 OK LEFT DOWN*9 OK ?setup:limit !90:00
a preset takes older times with it: pin= budget=60 =setup:preset =choice:fise-temporizador =setup:preset =choice:fise-corrido >setup:time "30:00
English: pin= DOWN*3 OK DOWN OK "Language "English
a step of a time carries over: pin= =setup:time DOWN ?time:29:00_at=1 LEFT LEFT UP ?time:29:01_at=3 BACK ?setup:time
a time runs while the arrow is held: pin= =setup:time DOWN ?time:29 UP hold:DOWN ?time:08:00_at=1 UP ?time:09
a PIN of four digits: pin= UP*4 OK UP LEFT UP UP UP RIGHT RIGHT RIGHT OK "PIN_guardado
the first PIN opens the arbiter's list: pin= =setup:arbiter pin:90817 OK OK =setup:arbiter pin:90817 OK ?arbiter:lookup
a setting asks for the PIN once: =setup:limit ?^pin: pin:1234 OK UP OK =setup:language ?choice:es DOWN OK "Game_12
looking words up asks for it though: =setup:limit pin:1234 OK OK =setup:arbiter ?^pin:
locked, nobody is asked: @_locked =setup:limit ?^notice "Bloqueado
locked, the arbiter is not asked: @_locked =setup:arbiter ?^notice "Bloqueado
locked, nor in a game: @_20s @_wrong @_wrong @_wrong OK =menu:arbiter ?^notice "Bloqueado
a low battery arms nothing: battery=5 OK ?notice $phase=setup
a jammed key is said before the game too: stuck=B "TECLA_B_FALLA
a preset of the club's: pin= =setup:more =setup-more:keep-preset OK BACK LEFT >setup:preset "club-1
and it goes again: pin= =setup:more =setup-more:keep-preset OK =setup-more:drop-preset OK BACK LEFT >setup:preset "Corrido
one offered mark for a held arrow: @_20s hold:RIGHT ?clock:running_mark=pass
a pass: @_20s RIGHT OK "■_PASO $marks=pass
by an encoder alone, a pass and who asked: linear=yes @_20s DOWN OK $marks=pass STOP OK =menu:asked-b ?stopped:other "PARADOS_B
a stop to verify, A asked: @_20s STOP DOWN LEFT "VERIFICAR_A STOP $turns.A=0 $running=A
a stop keeps one reason for one press: @_20s STOP hold:DOWN ?stopped:verify
a blank is an R: @_20s OK DOWN*2 OK RIGHT OK OK "Comodín_de_A
silence in a game: @_20s hold:BACK "♪✗
a letter too many: @_20s CHALLENGE OK OK BACK "E_
a play of one word is good: @_20s CHALLENGE UP RIGHT OK UP OK B A 1s "CORRECTA
a play is ruled not valid, and he appeals: @_20s CHALLENGE DOWN OK DOWN OK UP LEFT*4 OK B A 1s DOWN OK "A_APELA
the end of the game, and the next: @_20s A STOP OK OK A B A B "CERRADA hold:OK "Partida_13
a wrong press, taken back by eight keys: @_20s A STOP BACK A B STOP CHALLENGE OK OK STOP $turns.A=0 $running=A
a penalty by ten: @_20s A STOP BACK A B STOP CHALLENGE OK DOWN OK A OK $penalty.A=25
both clocks by one act: @_20s A STOP @_arbiter =arbiter:set-both A B STOP CHALLENGE OK A OK $clock.A=12:34.000 $clock.B=10:00.000 =arbiter:revert $clock.A=29:39.880
one PIN for a minute of acts: @_20s A STOP @_arbiter =arbiter:undo =arbiter:penalty B OK $penalty.B=25 ?^arbiter 50s ?^arbiter 11s ?^stopped
and no longer than he stays: @_20s STOP @_arbiter BACK BACK ?^pin:
an act says what it will change: @_20s A STOP @_arbiter "turno_de_B_▶_A 2s "turnos_A_1_▶_0 DOWN OK A "pen._A_0_▶_-25
a judged word is amended: @verdict-invalid BACK A B STOP CHALLENGE OK OK $phase=challenge ?^letters
a word is amended after the first confirmation: @_play CHALLENGE type:FIGOS A OK pin:1234 OK =arbiter:amend ?text=FIGOS$ BACK*5 type:HIGOS A B $verdict=valid
a card stands beside a dash: @_play STOP @_arbiter =arbiter:card =choice:A =choice:warning OK =arbiter:end OK BACK DOWN "AVISO_TARJETA_-
a voice outlives a list that the game has emptied: speech=a @_play STOP @_arbiter 0.3s STOP $phase=running
every key is asked for until all were seen: =setup:test OK OK "Pulse_A B "Pulse_A A "Pulse_STOP STOP CHALLENGE UP DOWN LEFT RIGHT OK "Pulse_BACK BACK "Todas_las_teclas_vistas "Teclas_y_flash_bien BACK !Todas
brightness acts at once: pin= =setup:more =setup-more:contrast LEFT OK "197
a signature lapses when a score changes: @_finished A B A OK =menu:scores pin:412 OK BACK B $phase=over A $phase=closed
nothing covers a running clock for long: @_20s OK 6s DOWN 7s ?^menu: 1s ?^clock:running STOP OK 60s ?^menu:
no page over it hides a hand-over: @_20s BACK LEFT RIGHT UP ?^pin: A ?^clock:running
an end of a time below zero: @_20s @_arbiter =arbiter:set OK DOWN*31 ?time:-01:21_at=1
words that a line does not hold are counted: @_20s @_arbiter =arbiter:lookup type:CHORREABAIS,CHORREABAN,LLANO "Palabras:_3
what becomes of board and tiles: @_20s CHALLENGE "TAPEN_EL_TABLERO type:NI "JUGADA_DE_A_1/3 "NO_SAQUEN_FICHAS 3.2s "FICHAS_BOCA_ABAJO
a verdict names its words every other time: @verdict-valid "A:_CORRECTA "NIÑO_BOXEADA 3.2s !NIÑO 3.2s "NIÑO_BOXEADA
the other verdict too: @verdict-invalid "A:_NO_VÁLIDA !NIÑO 3.2s "NIÑO_BOXEADA 3.2s !NIÑO
no appeal against a valid play: @verdict-valid @_arbiter DOWN ?arbiter:penalty
one appeal against the other: @verdict-invalid @_arbiter DOWN ?arbiter:appeal =arbiter:appeal-refused @_arbiter DOWN ?arbiter:penalty
why a challenge is refused, for two seconds: preset=fise-no-corrido @_play CHALLENGE "CONTAR_PUNTOS 1.8s "CONTAR_PUNTOS 0.2s !CONTAR_PUNTOS
a press that counts takes the reason away: preset=fise-no-corrido @_play CHALLENGE A "CUENTA_A
without a letter no key ends anything: @_play CHALLENGE CHALLENGE A B ?word=1_text=$
CHALLENGE begins a word, the mover's button ends nothing: @_play CHALLENGE take:NO CHALLENGE take:SI A ?word=2 B A 1s $phase=verdict
where nobody confirms his button asks for the verdict: confirm=no @_play CHALLENGE take:NO B 1s $phase=verdict
eight words: @_play CHALLENGE take:A→A→A→A→A→A→A→A→A ?word=8_text=AA$ CHALLENGE ?word=8
no empty word: @_play CHALLENGE take:✓ ?^letters take:A→✓ "1/3
fifteen tiles: @_play CHALLENGE take:AAAAAAAAAAAAAAAAA ?text=A{15}$
any letter is corrected after the question: @_play CHALLENGE type:NIÑO,DOS A BACK ?word=2_text=DOS$ BACK*5 ?word=1_text=NIÑ$
"""  # noqa: E501
ROWS = [line.split(": ", 1) for line in WALKS.strip().splitlines()]


@pytest.mark.parametrize("keys", [row[1] for row in ROWS], ids=[row[0] for row in ROWS])
def test_a_walk(keys):
    walk(keys, "es")
