"""The texts of the screens of play in Polish.

`%` and `&` stand for inserted values (a player, a number), `|` separates two lines. Capitals are
shown in large letters. A text's key is its part, a dot and the name on its line.
"""

TEXTS = {
    "": """
absent=nieob.
count=LICZY %
hold=% TRZYMA: &
limit=LIM
menu=Menu
finish=KONIEC PARTII
finish-counted=RUCH SIĘ LICZY
finish-uncounted=RUCH SIĘ NIE LICZY
back-drops=BACK: anulujcie
done=GOTOWE
next=NOWE
delete=⌫
challenge-hint=ZAKRYĆ PLANSZĘ
face-down=ZAKRYJCIE PŁYTKI
appeals=% ODWOŁUJE SIĘ
back-corrects=BACK: poprawcie
board=Plansza
board-start=A LUB B: START
board-next=A LUB B: DALEJ
confirm=ZGODA?
nothing-drawn=NIE DOBIERAJCIE
not-opened=NIE OTWARTO
director=-
""",
    "p-z": """
stuck=ZACIĄŁ SIĘ: %
verdict-menu=▼ menu   BACK: sędzia
stop-again=dalej
words=Słowa
warning=CZAS!
play-of=SŁOWA: %
takes-back=% ZABIERA PŁYTKI
ready=NACISKA DRUGI
refused=SPRAWDZENIE
""",
    "mode": """
3=Duplikat
""",
    "mark": """
play=RUCH
pass=■ PAS
exchange=■ WYMIANA
""",
    "late": """
none=GOTOWE
A=CZEKAMY: A
B=CZEKAMY: B
AB=CZEKAMY: A I B
""",
    "notice": """
turn-expired=KONIEC RUCHU
last-turn=OSTATNI RUCH
time-over=KONIEC CZASU
four-passes=PASY: %. KONIEC
twelve-scoreless=BEZ PUNKTÓW: %
forfeit=WALKOWER
""",
    "notice-short": """
turn-expired=KONIEC
last-turn=OSTATNI
time-over=CZAS!
four-passes=PASY: %
twelve-scoreless=BEZ PKT %
forfeit=WALKOWER
""",
    "reason": """
none=PAUZA
verify=KONTROLA
score=PUNKTY
tiles=PŁYTKI
arbiter=SĘDZIA
other=PAUZA
challenge=SPRAWDZENIE
""",
    "verdict": """
none.do=-
valid.do=OK: DALEJ GRA %
invalid.do=OK: GRA %
none=-
valid=UZNANE
invalid=ODRZUCONE
""",
    "preset": """
fise-corrido=FISE ciągły
fise-no-corrido=FISE z przerwą
fise-temporizador=FISE na ruch
fise-2007-corrido=2007 ciągły
fise-2007-no-corrido=2007 z przerwą
fise-2007-temporizador=2007 na ruch
wespa=WESPA (angielski)
naspa=NASPA (angielski)
norsk=Norweski
fise-duplicada=FISE duplikat
duplicate-fr=Duplikat (FR)
""",
    "mode-short": """
0=Ciągły
1=Przerwa
2=Ruch
3=Duplik.
""",
    "ready": """
1=NACISKA TEN,
2=KTO NIE ZACZYNA
""",
    "so-far": """
passes=PASY %/&
scoreless=ZERA %/&
""",
    "no": """
judged=RUCH JUŻ BYŁ|SPRAWDZONY
no-play=NIE MA RUCHU|DO SPRAWDZENIA
not-counted=NAJPIERW|POLICZCIE
not-now=TERAZ NIE|MOŻNA
reason=NIE W TAKIEJ|PAUZIE
pressed=RUCH PRZYJĘTY|PO NACIŚNIĘCIU
signed=PODSUMOWANIE|PODPISANE
memory=BRAK|PAMIĘCI
""",
    "key": """
CHALLENGE=?
""",
}
