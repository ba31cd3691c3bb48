"""The texts of menus, settings and summaries in Polish.

`%` and `&` stand for inserted values (a player, a number), `|` separates two lines. Capitals are
shown in large letters. A text's key is its part, a dot and the name on its line.
"""

TEXTS = {
    "mode": """
0=Ciągły
1=Z przerwą
2=Na ruch
""",
    "why": """
time-over=Płytki nie są odejmowane
left=Wyszedł
refuses=Odmawia
other=Inny powód
""",
    "stop": """
verify=KONTROLA
score=PUNKTY
tiles=PŁYTKI
arbiter=SĘDZIA
other=INNE
challenge=SPRAWDZ.
count=LICZENIE
""",
    "": """
lookup-hint=SŁOWO:
lookup=Sprawdzenie
ok-closes=OK: zamknijcie
edit-hint=▲▼ zmiana   ◀▶ kursor
ok-back=OK: wybór   BACK: powrót
no-pin=Nie ustawiono PIN-u
locked=Blokada
not-now=Teraz niemożliwe
battery-low=Za słaba bateria
off=nie
on=tak
no=nie
none=brak
blank-of=Blank: %
blank-hint=LITERA BLANKA:
arbiter=Sędzia
article=Artykuł
game=Partia
closed=ZAMKNIĘTA
hold-next=OK 2 s: nowa
opens= · zaczyna %
go-on=DALEJ
left=TRWA NA|INNYM ZEGARZE
fault-do=WEZWAĆ SĘDZIEGO
number-hint=▲▼ 1    ◀▶ 10
not-kept=Nie zapisano
limit-edit=Limit (0:00 = brak)
both-lose=PRZEGRYWAJĄ OBAJ
""",
    "p-z": """
press-again=JESZCZE RAZ
pin-hint=Dwie strzałki na cyfrę
pin-ask=PIN sędziego
pin-new=Nowy PIN
pin-kept=PIN zapisany
pin-wrong=Zły PIN
sure=NA PEWNO?
yes=tak
set=jest
points=Punkty kary
summary=Podsumowanie
voided=NIEWAŻNA
reopen-what=DO PODSUMOWANIA
reopen-act=OTWARCIE PARTII
recovered=ZANIK ZASILANIA
recovered-lost=STRATA: DO 1 S
recovered-limit=LIMIT BIEGNIE
taken-over=PARTIA PRZEJĘTA
taken-right=CZASY SIĘ ZGADZ.?
test-press=Naciśnijcie
test-done=Wszystkie klawisze
test-keys-fine=Nie zacięte, flash OK
test-flash=Błąd flash
test-leave=2 x BACK: wyjście
wins=WYGRYWA %
yes-no=OK: tak    BACK: nie
pin-turn=▲▼ cyfra   OK: dalej
score-of=Punkty gracza %
wrong-list=Leksykon &, nie %!
""",
    "answer": """
valid=UZNANE
invalid=ODRZUCONE
""",
    "menu": """
fin=Koniec partii
fin-counted=Koniec: ruch się liczy
arbiter=Sędzia
appeal=Odwołanie do sędziego
silent=Dźwięk
blank=Blank
why=Dlaczego?
about=O zegarze
asked-a=Prosi A
asked-b=Prosi B
scores=Wynik końcowy
""",
    "act": """
amend=Poprawienie słowa
set-both=Oba zegary
appeal=Odwołanie uznane
appeal-refused=Odwołanie odrzucone
reopen=Ponowne otwarcie
late=Spóźnienie
undo=Cofnięcie naciśnięcia
revert=Cofnięcie mojej decyzji
again=Ponowne otwarcie ruchu
set=Ustawienie zegara
penalty=Kara punktowa
card=Upomnienie/kartka
lookup=Sprawdzenie słowa
absent=Wyjście z sali
back=Powrót na salę
lose-turn=Strata ruchu
lose-turn-pass=Strata ruchu: pas
sheet=Czas na protokół
close-for=Bez podpisu
revoke=Cofnięcie kary
limit=Limit partii
swap=Zamiana stron A i B
forfeit=Walkower
end=Zakończenie partii
void=Unieważnienie partii
hand-over=Na innym zegarze
log=Dziennik
""",
    "who": """
A=Gracz A
B=Gracz B
AB=Obaj
""",
    "card": """
none=-
warning=UPOM.
yellow=ŻÓŁTA
red=CZERW.
""",
    "sum": """
used=ZUŻYTY CZAS
over=PRZEKROCZENIE
points=PUNKTY: CZAS
turns-lost=UTRACONE RUCHY
turns=RUCHY
challenges=UDANE SPRAWDZ.
penalties=PUNKTY: KARY
dropped=BEZ ZAPISU
blanks=BLANKI
card=KARTKA
total=DO ODJĘCIA
asked=KTO PROSIŁ O PAUZĘ
score=PUNKTY
result=WYNIK
""",
    "fault": """
none=BEZ POWODU
lexicon-damaged=LEKSYKON|USZKODZONY
lexicon-missing=BRAK|LEKSYKONU
lexicon-unreadable=LEKSYKON|NIECZYTELNY
memory=BRAK|PAMIĘCI
not-recorded=NIE MOGĘ|ZAPISAĆ PARTII
record-damaged=ZAPIS PARTII|USZKODZONY
settings-damaged=UTRATA USTAWIEŃ:|SPRAWDŹCIE
pin-damaged=PIN USZKODZONY:|USTAWCIE NOWY
counter-jumped=SKOK ZEGARA:|% S
""",
    "setup": """
start=Start
preset=Tryb
time=Czas
limit=Limit
lexicon=Leksykon
language=Język/Lang.
sounds=Dźwięki
more=Więcej ustawień
pin=PIN sędziego
arbiter=Sędzia
about=O zegarze
test=Test klawiszy
confirm=Obaj potwierdzają
failed-challenge=Złe sprawdz.
guard=Blokada (ms)
wipe-words=Kasowanie słów (s)
rotate=Obrót
keep-preset=Zapisanie trybu
drop-preset=Usunięcie trybu
contrast=Jasność
""",
    "sounds": """
default=sygnały
all=wszystkie
none=żadne
off=cisza
""",
    "failed-challenge": """
0=bez kary
5=-5 pkt
10=-10 pkt
-1=strata ruchu
""",
    "rotate": """
none=nie
all=całość
a=strona A
b=strona B
both=A i B
""",
    "language": """
es=Español
en=English
pl=Polski
ca=Català
""",
    "log": """
press=przycisk
ignored=bez skutku
stop=pauza
challenge=sprawdzenie
verdict=werdykt
lookup=słowo
penalty=kara
card=kartka
adjust=zegar
undo=cofnięcie
recovered=zanik zasil.
handover=odchodzi
takeover=przychodzi
fault=błąd
start=początek
late=spóźnienie
absent=nieobecny
back=powrót
swap=zamiana
limit=limit
end=koniec
void=unieważniona
appeal=odwołanie
close=zamknięcie
pin=zły PIN
lose-turn=strata ruchu
forfeit=walkower
blank=blank
sheet=protokół
reopen=otwarcie
revoke=cofnięta
""",
    "about": """
firmware=Program
board=Płytka
preset=Tryb
lexicon=Leksykon
game=Partia
journal=Dziennik
""",
    "cardname": """
warning=Upomnienie
yellow=Żółta kartka
red=Czerwona kartka
""",
    "said": """
setup=Ustawienia
turn=Ruch %
hold=% wstrzymuje ruch
stopped=Zegary stoją
over=Koniec. A, B: potwierdźcie
closed=Partia zamknięta
recovered=Zanik prądu. Przycisk OK
fault=Błąd: wezwać sędziego
minute=Minuta dla %
lost=% traci & pkt
left=%: &
beyond=%: po czasie &
minutes=minuta|minuty|minut
seconds=sekunda|sekundy|sekund
deleted=usunięta
CH=ce ha
LL=podwójne L
RR=podwójne R
""",
    "figure": """
points=czas
penalty=kara
turns=ruchy
card=kartka
away=nieob.
limit=limit
passes=pasy
turn=ruch
""",
    "no": """
starting=TRWAŁO|WŁĄCZANIE
""",
    "because": """
valid=uznane
invalid=odrzucone: pas
voided=unieważniona
ended=koniec uzgodniony
overtime=% traci &: czas
penalty=% traci &: kara
price=% traci &: wyzwanie
card.warning=%: ostrzeżenie
card.yellow=%: żółta kartka
card.red=%: czerwona kartka
""",
}
