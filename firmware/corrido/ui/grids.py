"""Where each tile lies on the screen, as data: in memory only while a row of it is taken.

By how often one letter follows another in the words of the language; fixed once and for all, so
that another word list, or another edition, changes nothing (art. 43). An alphabet without a row
keeps its own order, and the cursor stays on the tile just taken.
Found by annealing, for the words of a dictionary and for those that a board and a bag let come.
"""

# The tiles in the order of their cells, row by row; with spaces, where one has two letters.
GRIDS = {
    "es": "B CH X Y U O E I L J Ñ H F P A R N M RR LL V D C S T G Q Z",
    "en": "DXWBCSRNVZJFPALMHKQYIEOUTG",
    "pl": "RLGŻĘĄUAOTDFŹÓHYIZSPJŃŚĆCEKNMWBŁ",
    "de": "TGPÖWMSRLCXYQHBNAÄÜJVKDUEIOZF",
    "it": "TEOHQGNCSAPFZVMDRIUBL",
    "pt": "GÇJTECDFBXHUAIRLVZQPOMSN",
    "fr": "UZQGCTSNBXJFDERMVWKHOAIPLY",
    "ca": "M NY L·L X C T S N V J H F P E R D QU Ç Z B O A I U L G",
    "no": "AOØÆQYPLKBHCWVMRSGFZXDTNEIUÅJ",
    "sv": "NGCXWYEDKFHQZÄOUSVBJÖIALRTMPÅ",
    "da": "SDHWJVTRGBFZCPMNAOÆQXØKLEIUÅY",
    "cs": "VSZFŘÁAORPBGÚŮYÝUMDŽXĎÓÉĚIHTJČŤŇŠÍEKNLC",
    "ro": "ECDJXGNTISPBFMLRAOUHVZ",
    "el": "ΜΦΖΔΚΤΣΝΠΞΒΩΟΑΙΥΘΨΧΓΗΕΡΛ",
    "hr": "S O G F Ž Š J M P K B DŽ Đ Z D V T I U Ć NJ H L N R A E LJ C Č",
    "sk": "KHŤĎBZPVTUYÔĹŇFDSOIÍÝÄŔÉÁRELÚÓXGČCNAMŠĽŽJ",
    "tr": "MŞVJFÇDSKBHÖGOETLYPÜUIAİNRZĞC",
    "nl": "LCXUIENRVWYHOASKPZQFMDGBTJ",
    "hu": "T G GY Ö Á E É K N NY M TY Ü U A B R L CS Z LY Ú Í Ő F P S SZ C ZS Ű J O Ó V D I H",
    "fi": "MDBQHNSKJÖWÅCRTOEÄZXYUIALVGFP",
}
# Where the cursor goes at the start of a word, and then after taking the tile of each cell.
SUCCESSORS = {
    "es": "AAEEERSSSEEEEEESE✓EEAEEE✓EEUA",
    "en": "S✓✓EEO✓E✓EEEEEREEEEU✓RRRRE✓",
    "pl": "NAAAA✓✓NNMAOA✓W✓✓✓AZA✓✓✓✓INAIAAAA",
    "de": "✓EEERE✓TEEHERUEE✓NNNAEEERRTREE",
    "it": "SE✓✓IUIEEE✓IIAAEEE✓RII",
    "pt": "IAAAASAAAAAARSSAAAAUASO✓E",
    "fr": "ER✓UAAA✓TA✓AAESAAAAAANSTAAA",
    "ca": "EAAAAAA✓✓AAAAASAAEAAASSS✓AA",
    "no": "KNRRRUNEEEAEAEEEE✓EAI✓EEENNNNE",
    "sv": "S✓✓K✓ARR✓AAOUORRR✓AAORNRA✓✓✓✓R",
    "da": "G✓EEEEEEEEEEEEEEENNRU✓REERNRRR",
    "cs": "VAKOOENNVOOOONNN✓NOOE✓✓NRTNO✓ÍEAOE✓NAÍOE",
    "ro": "IRAAAAAEA✓EAAIAAARRRAAA",
    "el": "ΑΑΑΟΑΑΑΤΑΑΑΑΝΝΣΤΣΕΑΑΑΣΣΑΑ",
    "hr": "PTMAAIIAAAAAIAAAAA✓✓UA✓AAA✓✓AII",
    "sk": "VEE✓✓EAEEE✓✓V→OEETVA✓✓T✓✓✓E✓E✓NTEEKE✓EIAEM",
    "tr": "TAİAAAAAAAAARANNAAAANNNNN✓A✓AA",
    "nl": "SEH✓NNN✓EEENENN✓EEEUEEEEEEE",
    "hu": "K✓✓✓LNNKÉ✓EÉ✓LNNA✓✓E✓ELNLEEEE✓ENELLEÉNE",
    "fi": "KALIUA✓IAOSAMUAA✓S✓AISSS✓AAAAA",
}
# By descending use, for an encoder's ring, in the languages of the screens; DONE (✓) is used once
# per play.
BY_USE = {
    "es": "A E ✓ S R I O N T C D M L U B P G F Z V CH J RR LL Q H Ñ X Y",
    "en": "ESIAR✓NTOLCDUGPMHBYFVKWZXJQ",
    "pl": "AIOE✓NYZRWCMSKPTŁLUDJBGHĘÓŻĄŚĆFŃŹ",
    "ca": "A E I R O S T L N ✓ C U M D P G B F V X QU J NY H L·L Z Ç",
}
