"""The texts of the screens of play in English.

`%` and `&` stand for inserted values (a player, a number), `|` separates two lines. Capitals are
shown in large letters. A text's key is its part, a dot and the name on its line.
"""

TEXTS = {
    "": """
absent=away
count=% COUNTS
hold=% HOLDS: &
limit=LIM
menu=Menu
finish=END OF THE GAME
finish-counted=THIS TURN COUNTS
finish-uncounted=TURN NOT COUNTED
back-drops=BACK: cancel
done=DONE
next=NEXT
delete=⌫
challenge-hint=COVER THE BOARD
face-down=TILES FACE DOWN
appeals=% APPEALS
back-corrects=BACK: edit
board=Board
board-start=A OR B: START
board-next=A OR B: NEXT
confirm=CONFIRM
nothing-drawn=DON'T DRAW TILES
not-opened=NOT OPENED
director=ARBITER>DIRECTOR|Arbiter>Director|arbiter>director
""",
    "p-z": """
stuck=KEY % STUCK
verdict-menu=▼ menu   BACK: arbiter
stop-again=resume
words=Words
warning=TIME!
play-of=%'S PLAY
takes-back=%: TAKE TILES BACK
ready=2ND PRESSES
refused=CHALLENGE
""",
    "mode": """
3=Duplicate
""",
    "mark": """
play=PLAY
pass=■ PASS
exchange=■ EXCHANGE
""",
    "late": """
none=READY
A=WAIT FOR A
B=WAIT FOR B
AB=WAIT: A AND B
""",
    "notice": """
turn-expired=TURN IS OVER
last-turn=LAST TURN
time-over=TIME IS OVER
four-passes=% PASSES: END
twelve-scoreless=% SCORELESS
forfeit=FORFEIT
""",
    "notice-short": """
turn-expired=OVER
last-turn=LAST
time-over=TIME OVER
four-passes=% PASSES
twelve-scoreless=% AT ZERO
forfeit=FORFEIT
""",
    "reason": """
none=STOPPED
verify=VERIFY
score=SCORE
tiles=TILES
arbiter=ARBITER
other=STOPPED
challenge=CHALLENGE
""",
    "verdict": """
none.do=-
valid.do=OK: % PLAYS ON
invalid.do=OK: % PLAYS
none=-
valid=VALID
invalid=NOT VALID
""",
    "preset": """
fise-corrido=FISE continuous
fise-no-corrido=FISE stop & count
fise-temporizador=FISE per turn
fise-2007-corrido=2007 continuous
fise-2007-no-corrido=2007 stop & count
fise-2007-temporizador=2007 per turn
wespa=WESPA (English)
naspa=NASPA (English)
norsk=Norwegian
fise-duplicada=FISE duplicate
duplicate-fr=Duplicate (FR)
""",
    "mode-short": """
0=Contin.
1=Stop&c.
2=Turn
3=Duplic.
""",
    "ready": """
1=2ND PLAYER
2=PRESSES
""",
    "so-far": """
passes=PASSES %/&
scoreless=ZEROS %/&
""",
    "no": """
judged=PLAY ALREADY|JUDGED
no-play=NO PLAY|TO CHALLENGE
not-counted=COUNT THE|SCORE FIRST
not-now=NO CHALLENGE|NOW
reason=NOT IN THIS|KIND OF STOP
pressed=PLAY ACCEPTED|BY YOUR PRESS
signed=SUMMARY IS|SIGNED
memory=OUT OF|MEMORY
""",
    "key": """
CHALLENGE=?
""",
}
