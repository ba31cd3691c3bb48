"""The texts of menus, settings and summaries in English.

`%` and `&` stand for inserted values (a player, a number), `|` separates two lines. Capitals are
shown in large letters. A text's key is its part, a dot and the name on its line.
"""

TEXTS = {
    "mode": """
0=Continuous
1=Stop & count
2=Per turn
""",
    "why": """
time-over=Racks are not deducted
left=Has left
refuses=Refuses
other=Other reason
""",
    "stop": """
verify=VERIFY
score=SCORE
tiles=TILES
arbiter=ARBITER
other=OTHER
challenge=CHALLENGE
count=COUNT
""",
    "": """
lookup-hint=WORD:
lookup=Look-up
ok-closes=OK: close
edit-hint=▲▼ change   ◀▶ move
ok-back=OK: choose  BACK: back
no-pin=No PIN has been set
locked=Locked
not-now=Not possible now
battery-low=Battery too low
off=off
on=on
no=no
none=none
blank-of=Blank of %
blank-hint=LETTER OF THE BLANK:
arbiter=Arbiter
article=Article
game=Game
closed=CLOSED
hold-next=OK 2 s: next
opens= · % opens
go-on=CONTINUE
left=GOES ON ON|ANOTHER CLOCK
fault-do=CALL THE ARBITER
number-hint=▲▼ 1    ◀▶ 10
not-kept=Could not be saved
limit-edit=Limit (0:00 = none)
both-lose=BOTH LOSE
""",
    "p-z": """
press-again=PRESS AGAIN
pin-hint=Two arrows a digit
pin-ask=Arbiter's PIN
pin-new=New PIN
pin-kept=PIN saved
pin-wrong=Wrong PIN
sure=SURE?
yes=yes
set=set
points=Penalty points
summary=Summary
voided=VOID
reopen-what=BACK TO SUMMARY
reopen-act=REOPEN GAME
recovered=POWER WAS CUT
recovered-lost=LOST: 1 S AT MOST
recovered-limit=THE LIMIT RUNS ON
taken-over=GAME TAKEN OVER
taken-right=ARE THEY RIGHT?
test-press=Press
test-done=All keys seen
test-keys-fine=Keys and flash OK
test-flash=Flash fault
test-leave=BACK twice: leave
wins=% WINS
yes-no=OK: yes    BACK: no
pin-turn=▲▼ digit   OK: next
score-of=Score of %
wrong-list=List is &, not %!
""",
    "answer": """
valid=VALID
invalid=NOT VALID
""",
    "menu": """
fin=End of the game
fin-counted=End: this turn counts
arbiter=Arbiter
appeal=Appeal to the arbiter
silent=Sound
blank=Blank
why=Why?
about=This clock
asked-a=A asked for it
asked-b=B asked for it
scores=Final scores
""",
    "act": """
amend=Correct the word
set-both=Set both clocks
appeal=Appeal upheld
appeal-refused=Appeal refused
reopen=Reopen the game
late=Late for the start
undo=Undo last press
revert=Undo my last act
again=Open the play again
set=Set a clock
penalty=Points penalty
card=Warning or card
lookup=Look a word up
absent=Leaves the room
back=Comes back
lose-turn=Loses a turn
lose-turn-pass=Loses a turn: pass
sheet=Time for the sheet
close-for=Close unsigned
revoke=Revoke a penalty
limit=Limit of the game
swap=Swap sides A and B
forfeit=Forfeit
end=End the game
void=Void the game
hand-over=Go on elsewhere
log=Log
""",
    "who": """
A=Player A
B=Player B
AB=Both
""",
    "card": """
none=-
warning=WARN.
yellow=YELL.
red=RED
""",
    "sum": """
used=TIME USED
over=OVERTIME
points=POINTS: TIME
turns-lost=TURNS LOST
turns=TURNS
challenges=CHALLENGES WON
penalties=POINTS: PENALTY
dropped=NOT LOGGED
blanks=BLANKS
card=CARD
total=TO DEDUCT
asked=STOPS ASKED FOR
score=SCORE
result=RESULT
""",
    "fault": """
none=NO REASON
lexicon-damaged=THE LEXICON|IS DAMAGED
lexicon-missing=THE LEXICON|IS MISSING
lexicon-unreadable=THE LEXICON|CANNOT BE READ
memory=OUT OF|MEMORY
not-recorded=CANNOT RECORD|THE GAME
record-damaged=RECORD OF GAME|IS DAMAGED
settings-damaged=SETTINGS LOST:|CHECK THEM
pin-damaged=PIN DAMAGED:|SET ANOTHER
counter-jumped=CLOCK JUMPED:|% S
""",
    "setup": """
start=Start
preset=Mode
time=Time
limit=Limit
lexicon=Lexicon
language=Language
sounds=Sounds
more=More settings
pin=Arbiter's PIN
arbiter=Arbiter
about=This clock
test=Self-test
confirm=Both confirm
failed-challenge=Bad challenge
guard=Guard (ms)
wipe-words=Wipe words (s)
rotate=Rotate
keep-preset=Keep as preset
drop-preset=Remove preset
contrast=Brightness
""",
    "sounds": """
default=warnings
all=all
none=none
off=silent
""",
    "failed-challenge": """
0=no cost
5=-5 points
10=-10 points
-1=lose turn
""",
    "rotate": """
none=no
all=all
a=side A
b=side B
both=A and B
""",
    "language": """
es=Español
en=English
pl=Polski
ca=Català
""",
    "log": """
press=press
ignored=ignored
stop=stop
challenge=challenge
verdict=verdict
lookup=look-up
penalty=penalty
card=card
adjust=clock set
undo=undo
recovered=power cut
handover=leaves
takeover=comes in
fault=fault
start=start
late=late
absent=absent
back=back
swap=swap
limit=limit
end=end
void=void
appeal=appeal
close=closed
pin=wrong PIN
lose-turn=loses turn
forfeit=forfeit
blank=blank
sheet=sheet
reopen=reopened
revoke=revoked
""",
    "about": """
firmware=Firmware
board=Board
preset=Mode
lexicon=Lexicon
game=Game
journal=Journal
""",
    "cardname": """
warning=Warning
yellow=Yellow card
red=Red card
""",
    "said": """
setup=Settings
turn=%'s turn
hold=% holds the play
stopped=Clocks stopped
over=The end. A and B confirm
closed=Game closed
recovered=Power cut. Press OK
fault=Fault: call the arbiter
minute=One minute for %
lost=% loses & points
left=%: &
beyond=%: over by &
minutes=minute|minutes|minutes
seconds=second|seconds|seconds
deleted=deleted
CH=C H
LL=double L
RR=double R
""",
    "figure": """
points=time
penalty=pen.
turns=turns
card=card
away=away
limit=limit
passes=passes
turn=turn of
""",
    "no": """
starting=IT WAS STILL|STARTING
""",
    "because": """
valid=valid
invalid=not valid: a pass
voided=void: arbiter
ended=end agreed
overtime=% loses &: time
penalty=% loses &: penalty
price=% loses &: challenge
card.warning=%: warning
card.yellow=%: yellow card
card.red=%: red card
""",
}
