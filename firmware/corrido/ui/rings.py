"""Define the tiles of each language by descending use, for an encoder's ring; see tiles.py."""

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
}
