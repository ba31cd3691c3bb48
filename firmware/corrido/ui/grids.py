"""Where each tile lies on the screen, as data: in memory only while a row of it is taken.

By how often one letter follows another in the words of the language; fixed once and for all, so
that another word list, or another edition, changes nothing (art. 43). An alphabet without a row
keeps its own order, and the cursor stays on the tile just taken.
Found by annealing, for the words of a dictionary and for those that a board and a bag let come.
"""

# The tiles in the order of their cells, row by row.
GRIDS = {
    "es": "B CH X Y U O E I L J Ñ H F P A R N M RR LL V D C S T G Q Z",
    "en": "R T L Y Z V M N A E O U K W B S P I H Q X J F C D G",
    "pl": "O K T D G F H Ł Z A R N S J Ś Ę Ą I E L M C Ć Ń Ź Ó Y U W P B Ż",
    "de": "O E A P W Ö Ü Ä G T S D K J V Z L N R B H Q X C U I M F Y",
    "it": "N R T S P F V M D I A E U Z Q H G L O C B",
    "pt": "H C I M L X Ç Q P E A O R S V G F B U T N D Z J",
    "fr": "C N I U X W V G S R E A Y K F M P T O H Q Z J D B L",
    "ca": "C E G J L·L Z V P R A O B H X D T S I L QU Ç NY F M N U",
    "no": "U F M H W Z Q Æ A K S D B C J Ø E T R N P Y Å I O G L V X",
    "sv": "U O T S B F C W E A L R N M J Å Ö I D G V X Z Q Y Ä P K H",
    "da": "A K S B H C Å U E T R L G J Æ O I D N V X Z Q Y Ø P M F W",
    "cs": "S Š Í Ý Ě Ú X Ň Z L R A Á Y Ů Ď Ž M T N O U É F Č C P V K E Ř Ó Ť G J B D H I",
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
    "en": "A E E E E E E E E R R R R E E E E E N E U I E E O E E",
    "pl": "T T A A A A A A A A N A A O A M D C N N A A Z M S L K N N A A A E",
    "de": "S R N N I E S R R E E E E E O E O E T E E E M E H R T E E A",
    "it": "T A A A A A A A A A T R R T A U I A A R A A",
    "pt": "A A A O A A A A U A R R R A A A A A A O A A A A A",
    "fr": "S E E R R E A E E E E R N E E E E E E N E U E A E E E",
    "ca": "R A S A A A A A A A R S A A A A A A R A A A A A A A R",
    "no": "S R E E E E E U R R E T E E U A R R E E T E R R R R E E E E",
    "sv": "S R R A T A A K W R R A A D A O R R R A A A L O U R R A A E",
    "da": "S R E T E E E R R R E E E E E R R R E E E K E U R R E A E U",
    "cs": "T O O T T T L O O O O O T T T L A E A A Í V T L O E I A A A T E L A O E A O A T",
    "ro": "I R A A A A A E A ✓ E A A I A A A R R R A A A",
    "el": "Α Α Α Ο Α Α Α Τ Α Α Α Α Ν Ν Σ Τ Σ Ε Α Α Α Σ Σ Α Α",
    "hr": "P T M A A I I A A A A A I A A A A A ✓ ✓ U A ✓ A A A ✓ ✓ A I I",
    "sk": "V E E ✓ ✓ E A E E E ✓ ✓ V → O E E T V A ✓ ✓ T ✓ ✓ ✓ E ✓ E ✓ N T E E K E ✓ E I A E M",
    "tr": "T A İ A A A A A A A A A R A N N A A A A N N N N N ✓ A ✓ A A",
    "nl": "S E H ✓ N N N ✓ E E E N E N N ✓ E E E U E E E E E E E",
    "hu": "K ✓ ✓ ✓ L N N K É ✓ E É ✓ L N N A ✓ ✓ E ✓ E L N L E E E E ✓ E N E L L E É N E",
    "fi": "K A L I U A ✓ I A O S A M U A A ✓ S ✓ A I S S S ✓ A A A A A",
}
# By descending use, for an encoder's ring; DONE (✓) is used once per play.
BY_USE = {
    "es": "A E ✓ S R I O N T C D M L U B P G F Z V CH J RR LL Q H Ñ X Y",
    "en": "E S I A R ✓ N T O L C D U G P M H B Y F V K W Z X J Q",
    "pl": "A I O E ✓ N Y Z R W C M S K P T Ł L U D J B G H Ę Ó Ż Ą Ś Ć F Ń Ź",
    "de": "E N R A T I S L ✓ G H U O B M K C F D P Z W Ä Ü V Ö Y J X Q",
    "it": "A O E I R T N S ✓ L C U M P D G B F V Z H Q",
    "pt": "A O I E R N ✓ L T C U S M P D B G F H V Z J X Ç Q",
    "fr": "E R A I O T N L U ✓ S C M P D G B H F V Y X Q K Z J W",
    "ca": "A E I R O S T L N ✓ C U M D P G B F V X QU J NY H L·L Z Ç",
    "no": "E R T S N A L I K ✓ O G D U M V P B F Ø Y H Å J Æ C Z W X Q",
    "sv": "A R S T L N E I ✓ K G O D M U P V B Ä F Ö Å H Y J C X Z W Q",
    "da": "E R A S T L N I ✓ O D K G U M B P V F H Ø Æ Y J C Å Z X W Q",
    "cs": "A O N T E K ✓ V L R Í I S Ý P D U Á M Z C B H Č Ř Ě Š Y J Ž F G É Ů Ú Ň X Ó Ť Ď",
    "ro": "I A E R T ✓ O L U N S C M P D G Z B F V H J X",
    "el": "Α Ε Ο Σ Ι ✓ Ν Τ Υ Ρ Μ Κ Π Λ Η Ω Γ Δ Θ Φ Χ Ζ Β Ξ Ψ",
    "hr": "A I O E N ✓ R M T S U V K P L J D G Z Č B Š C LJ H NJ Ć Ž F Đ DŽ",
    "sk": "O E A I N ✓ V R T M K J L S U P Š C D H Z Á Í B Č Y Ú Ý É Ž G Ť F Ľ Ň Ó X Ä Ô Ď Ŕ Ĺ",
    "tr": "A E İ L R ✓ N I M D K T S Y U Z Ş O Ü B Ğ C Ç G P V H Ö F J",
    "nl": "E N R I T ✓ A S O D L G K P U M B H C V J W F Z Y X Q",
    "hu": "É I E K T ✓ A L N R Á O S B M D G J U V Z Ó SZ Ő H P Ö F Ü NY Í C CS GY Ű Ú LY ZS TY",
    "fi": "A I T S E ✓ N L K U O Ä M R P V H Y J D Ö G B F C Z W Q X Å",
}
