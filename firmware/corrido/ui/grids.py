"""Where each tile lies on the screen, as data: in memory only while a row of it is taken.

By how often one letter follows another in the words of the language; fixed once and for all, so
that another word list, or another edition, changes nothing (art. 43). An alphabet without a row
keeps its own order, and the cursor stays on the tile just taken.
Found by annealing, for the words of a dictionary and for those that a board and a bag let come.
"""

# The tiles in the order of their cells, row by row.
GRIDS = {
    "es": "B CH X Y U O E I L J Ñ H F P A R N M RR LL V D C S T G Q Z",
    "en": "D X W B C S R N V Z J F P A L M H K Q Y I E O U T G",
    "pl": "R L G Ż Ę Ą U A O T D F Ź Ó H Y I Z S P J Ń Ś Ć C E K N M W B Ł",
    "de": "T G P Ö W M S R L C X Y Q H B N A Ä Ü J V K D U E I O Z F",
    "it": "T E O H Q G N C S A P F Z V M D R I U B L",
    "pt": "G Ç J T E C D F B X H U A I R L V Z Q P O M S N",
    "fr": "U Z Q G C T S N B X J F D E R M V W K H O A I P L Y",
    "ca": "M NY L·L X C T S N V J H F P E R D QU Ç Z B O A I U L G",
    "no": "A O Ø Æ Q Y P L K B H C W V M R S G F Z X D T N E I U Å J",
    "sv": "N G C X W Y E D K F H Q Z Ä O U S V B J Ö I A L R T M P Å",
    "da": "S D H W J V T R G B F Z C P M N A O Æ Q X Ø K L E I U Å Y",
    "cs": "V S Z F Ř Á A O R P B G Ú Ů Y Ý U M D Ž X Ď Ó É Ě I H T J Č Ť Ň Š Í E K N L C",
    "ro": "E C D J X G N T I S P B F M L R A O U H V Z",
    "el": "Μ Φ Ζ Δ Κ Τ Σ Ν Π Ξ Β Ω Ο Α Ι Υ Θ Ψ Χ Γ Η Ε Ρ Λ",
    "hr": "S O G F Ž Š J M P K B DŽ Đ Z D V T I U Ć NJ H L N R A E LJ C Č",
    "sk": "K H Ť Ď B Z P V T U Y Ô Ĺ Ň F D S O I Í Ý Ä Ŕ É Á R E L Ú Ó X G Č C N A M Š Ľ Ž J",
    "tr": "M Ş V J F Ç D S K B H Ö G O E T L Y P Ü U I A İ N R Z Ğ C",
    "nl": "L C X U I E N R V W Y H O A S K P Z Q F M D G B T J",
    "hu": "T G GY Ö Á E É K N NY M TY Ü U A B R L CS Z LY Ú Í Ő F P S SZ C ZS Ű J O Ó V D I H",
    "fi": "M D B Q H N S K J Ö W Å C R T O E Ä Z X Y U I A L V G F P",
}
# Where the cursor goes at the start of a word, and then after taking the tile of each cell.
SUCCESSORS = {
    "es": "A A E E E R S S S E E E E E E S E ✓ E E A E E E ✓ E E U A",
    "en": "S ✓ ✓ E E O ✓ E ✓ E E E E E R E E E E U ✓ R R R R E ✓",
    "pl": "N A A A A ✓ ✓ N N M A O A ✓ W ✓ ✓ ✓ A Z A ✓ ✓ ✓ ✓ I N A I A A A A",
    "de": "✓ E E E R E ✓ T E E H E R U E E ✓ N N N A E E E R R T R E E",
    "it": "S E ✓ ✓ I U I E E E ✓ I I A A E E E ✓ R I I",
    "pt": "I A A A A S A A A A A A R S S A A A A U A S O ✓ E",
    "fr": "E R ✓ U A A A ✓ T A ✓ A A E S A A A A A A N S T A A A",
    "ca": "E A A A A A A ✓ ✓ A A A A A S A A E A A A S S S ✓ A A",
    "no": "K N R R R U N E E E A E A E E E E ✓ E A I ✓ E E E N N N N E",
    "sv": "S ✓ ✓ K ✓ A R R ✓ A A O U O R R R ✓ A A O R N R A ✓ ✓ ✓ ✓ R",
    "da": "G ✓ E E E E E E E E E E E E E E E N N R U ✓ R E E R N R R R",
    "cs": "V A K O O E N N V O O O O N N N ✓ N O O E ✓ ✓ N R T N O ✓ Í E A O E ✓ N A Í O E",
    "ro": "I R A A A A A E A ✓ E A A I A A A R R R A A A",
    "el": "Α Α Α Ο Α Α Α Τ Α Α Α Α Ν Ν Σ Τ Σ Ε Α Α Α Σ Σ Α Α",
    "hr": "P T M A A I I A A A A A I A A A A A ✓ ✓ U A ✓ A A A ✓ ✓ A I I",
    "sk": "V E E ✓ ✓ E A E E E ✓ ✓ V → O E E T V A ✓ ✓ T ✓ ✓ ✓ E ✓ E ✓ N T E E K E ✓ E I A E M",
    "tr": "T A İ A A A A A A A A A R A N N A A A A N N N N N ✓ A ✓ A A",
    "nl": "S E H ✓ N N N ✓ E E E N E N N ✓ E E E U E E E E E E E",
    "hu": "K ✓ ✓ ✓ L N N K É ✓ E É ✓ L N N A ✓ ✓ E ✓ E L N L E E E E ✓ E N E L L E É N E",
    "fi": "K A L I U A ✓ I A O S A M U A A ✓ S ✓ A I S S S ✓ A A A A A",
}
# By descending use, for an encoder's ring, in the languages of the screens; DONE (✓) is used once
# per play.
BY_USE = {
    "es": "A E ✓ S R I O N T C D M L U B P G F Z V CH J RR LL Q H Ñ X Y",
    "en": "E S I A R ✓ N T O L C D U G P M H B Y F V K W Z X J Q",
    "pl": "A I O E ✓ N Y Z R W C M S K P T Ł L U D J B G H Ę Ó Ż Ą Ś Ć F Ń Ź",
    "ca": "A E I R O S T L N ✓ C U M D P G B F V X QU J NY H L·L Z Ç",
}
