"""How the tiles of each language lie on the screen, as data.

Made by `python -m host_tools.workshop.letter_grid`, which weighs how often a letter follows
another in the words of the language; put down here once and for all, so that another list of
words, or another edition, changes nothing (art. 43). An alphabet without a row lies in its own
order, and the cursor stays on the tile that was taken.
"""

# code: (the tiles in the order of their cells, row by row; for the start of a word and then for
# each of those cells in the same order, where the cursor goes when it has been taken)
GRIDS = {
    "es": (
        "Q H P E C G X F U O A R M Z J V B I S D RR Y Ñ CH T N L LL",
        "A U A A S A A A A S N S A A A A A A S → A A A A A A → A A",
    ),
    "en": (
        "U Z Q J B C D L M V F P S N A O K W H T R E I Y X G",
        "S N E U A A A E E E E A A T → N N E A E E E R N → → E",
    ),
    "pl": (
        "Ę Ą W S T M Ł H B D P Z I U Ó F G R O A Y Ź Ż C N K E Ś Ń J Ć L",
        "P D C A Z A A A A A O A A K S W A A A S L ✓ L E I A A L L L E → A",
    ),
    "de": (
        "X H K U Ö Ü Y V B G Z Ä Q J M R S A P W F L N T E I O C D",
        "S E E E R R R T E E E E N U E E E E N E E E E → E N T R H E",
    ),
    "it": (
        "Q B M N I D H F P C A O E U V G S R T L Z",
        "C U O O O A O O O O O → → → R O O O O O O O",
    ),
    "pt": (
        "Q G S O A I U J F P C E B H X V M N T L Z Ç D R",
        "C U A A ✓ ✓ ✓ ✓ A A A A ✓ A A A A A A A A A A A A",
    ),
    "fr": (
        "K W J V P M H O Z F B C L A I Y D S N R E U X Q G T",
        "C E A O E E E E R I E E A E N N R E E E E → R → U E E",
    ),
    "ca": (
        "P X Ç QU F E C S B H U O A T N M J V L I R G NY L·L Z D",
        "T A A A A A N A A A A R R R A A A A A A T A A A A A A",
    ),
    "no": (
        "C P G T R N V W Q F K S M H X Æ U A L B Z Å Ø O E I D J Y",
        "S A E → → E → E E U E E → E E → R R R E E E R R R R R E E R",
    ),
    "sv": (
        "W Y U I K P H Z Q B G S M F X C O L R N V Å Ä E A T D J Ö",
        "S A R R R A A E O U A → → → A A K R A → → A R R R R A → E R",
    ),
    "da": (
        "N R D V J M G S T B H Z C F K A Ø Y Q X P O E I Æ W Å U L",
        "S ✓ E E E E E ✓ A E E E E E E E N R N U ✓ E N R N N E R N E",
    ),
    "cs": (
        "Ž X É Ř R N V D J Ú Ť Š Á L T P Z B Ň Ů Y A O K S M F Ď Ě Ý Í E I H C G Č Ó U",
        "P E K N E O Í A O E P A E N E ✓ O O O O V P N V A K E O L N → → N T O E O I D P",
    ),
}
