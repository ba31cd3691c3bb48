"""Define, as data, how the tiles of each language are laid out on the screen.

Made by `python -m host_tools.workshop.new.letter_grid`, which weighs how often one letter follows
another in the words of the language; fixed here once and for all, so that another word list, or
another edition, changes nothing (art. 43). An alphabet without a row keeps its own order, and the
cursor stays on the tile just taken.
"""

# code: (the tiles in the order of their cells, row by row; where the cursor goes at the start of a
# word, and then after taking the tile of each of those cells, in the same order)
GRIDS = {
    "es": (
        "N S C D CH LL RR Y M R E P F H Ñ V T I A U G Q X J Z L O B",
        "E A A A A A A A A A A S A A A A A A S S R A U A A A A S A",
    ),
    "en": (
        "R T L Y Z V M N A E O U K W B S P I H Q X J F C D G",
        "A E E E E E E E E R R R R E E E E E N E U I E E O E E",
    ),
    "pl": (
        "O K T D G F H Ł Z A R N S J Ś Ę Ą I E L M C Ć Ń Ź Ó Y U W P B Ż",
        "T T A A A A A A A A N A A O A M D C N N A A Z M S L K N N A A A E",
    ),
    "de": (
        "O E A P W Ö Ü Ä G T S D K J V Z L N R B H Q X C U I M F Y",
        "S R N N I E S R R E E E E E O E O E T E E E M E H R T E E A",
    ),
    "it": (
        "N R T S P F V M D I A E U Z Q H G L O C B",
        "T A A A A A A A A A T R R T A U I A A R A A",
    ),
    "pt": (
        "H C I M L X Ç Q P E A O R S V G F B U T N D Z J",
        "A A A O A A A A U A R R R A A A A A A O A A A A A",
    ),
    "fr": (
        "C N I U X W V G S R E A Y K F M P T O H Q Z J D B L",
        "S E E R R E A E E E E R N E E E E E E N E U E A E E E",
    ),
    "ca": (
        "C E G J L·L Z V P R A O B H X D T S I L QU Ç NY F M N U",
        "R A S A A A A A A A R S A A A A A A R A A A A A A A R",
    ),
    "no": (
        "U F M H W Z Q Æ A K S D B C J Ø E T R N P Y Å I O G L V X",
        "S R E E E E E U R R E T E E U A R R E E T E R R R R E E E E",
    ),
    "sv": (
        "U O T S B F C W E A L R N M J Å Ö I D G V X Z Q Y Ä P K H",
        "S R R A T A A K W R R A A D A O R R R A A A L O U R R A A E",
    ),
    "da": (
        "A K S B H C Å U E T R L G J Æ O I D N V X Z Q Y Ø P M F W",
        "S R E T E E E R R R E E E E E R R R E E E K E U R R E A E U",
    ),
    "cs": (
        "S Š Í Ý Ě Ú X Ň Z L R A Á Y Ů Ď Ž M T N O U É F Č C P V K E Ř Ó Ť G J B D H I",
        "T O O T T T L O O O O O T T T L A E A A Í V T L O E I A A A T E L A O E A O A T",
    ),
}
