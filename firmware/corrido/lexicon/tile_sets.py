"""The tiles of each language, as data: in memory only while an alphabet is made of them.

FISE art. 11 and XI for Spanish, the national federations' boxes for the others. The Nordic rows
include letters that no box contains (Q, W, X, Z), since a blank may stand for them. Letters that
make a tile together are always that tile, also in Croatian and Hungarian (SSZ is S and SZ).
To add a language, add a row; corrido/ui/tiles.py lays its tiles out on the screen.
"""

# code: (tiles in order, with spaces where one has two letters; other spellings: plain letters,
# `=`, the letters that fold to them)
TABLE = {
    "es": (
        "A B C CH D E F G H I J L LL M N Ñ O P Q R RR S T U V X Y Z",
        "A=ÁÄ E=ÉË I=ÍÏ O=ÓÖ U=ÚÜ",
    ),
    "pl": ("AĄBCĆDEĘFGHIJKLŁMNŃOÓPRSŚTUWYZŹŻ", ""),
    "en": ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "A=ÀÁÂÄ C=Ç E=ÈÉÊË I=ÌÍÎÏ N=Ñ O=ÒÓÔÖ U=ÙÚÛÜ AE=Æ OE=Œ"),
    "ca": (
        "A B C Ç D E F G H I J L L·L M N NY O P QU R S T U V X Z",
        "A=ÀÁ E=ÈÉ I=ÍÏ O=ÒÓ U=ÚÜ ·=.•‧ L·=Ŀ",
    ),
    "fr": ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "A=ÀÂÄ C=Ç E=ÉÈÊË I=ÎÏ N=Ñ O=ÔÖ U=ÙÛÜ Y=Ÿ AE=Æ OE=Œ"),
    "de": ("AÄBCDEFGHIJKLMNOÖPQRSTUÜVWXYZ", "SS=ß A=À E=ÉÈÊ"),
    "it": ("ABCDEFGHILMNOPQRSTUVZ", "A=À E=ÈÉ I=ÌÍÎ O=ÒÓ U=ÙÚ"),
    "pt": ("ABCÇDEFGHIJLMNOPQRSTUVXZ", "A=ÁÀÂÃ E=ÉÈÊ I=ÍÎ O=ÓÔÕ U=ÚÜ"),
    "no": ("ABCDEFGHIJKLMNOPQRSTUVWXYZÆØÅ", "A=ÀÁ E=ÉÈÊ O=ÓÒÔ Æ=Ä Ø=Ö"),
    "sv": ("ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖ", "A=ÀÁ E=ÉÈÊ U=Ü"),
    "da": ("ABCDEFGHIJKLMNOPQRSTUVWXYZÆØÅ", "A=Á E=ÉÈ O=Ó U=Ü"),
    "cs": ("AÁBCČDĎEÉĚFGHIÍJKLMNŇOÓPRŘSŠTŤUÚŮVXYÝZŽ", ""),
    "el": ("ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ", "Α=Άά Ε=Έέ Η=Ήή Ι=ΊίΪΐ Ο=Όό Υ=ΎύΫΰ Ω=Ώώ Σ=ς"),
    "fi": ("ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖ", "A=ÀÁ E=ÈÉÊ O=Ó S=Š U=Ü Z=Ž"),
    "hr": (
        "A B C Č Ć D DŽ Đ E F G H I J K L LJ M N NJ O P R S Š T U V Z Ž",
        "DŽ=Ǆǅǆ LJ=Ǉǈǉ NJ=Ǌǋǌ",
    ),
    "hu": (
        "A Á B C CS D E É F G GY H I Í J K L LY M N NY O Ó Ö Ő P R S SZ T TY U Ú Ü Ű V Z ZS",
        "",
    ),
    "nl": ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "A=ÀÁÂÄÅ C=Ç E=ÈÉÊË I=ÌÍÎÏ N=Ñ O=ÒÓÔÖ U=ÙÚÛÜ IJ=Ĳ"),
    "ro": ("ABCDEFGHIJLMNOPRSTUVXZ", "A=ĂÂ I=Î S=ȘŞ T=ȚŢ"),
    "sk": ("AÁÄBCČDĎEÉFGHIÍJKLĹĽMNŇOÓÔPRŔSŠTŤUÚVXYÝZŽ", ""),
    "tr": ("ABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZ", "A=Â I=ı U=Û İ=iÎ"),
}
