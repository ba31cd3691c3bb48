"""The tiles of each language, as data: in memory only while an alphabet is made of them.

FISE art. 11 and XI for Spanish, the national federations' boxes for the others. The Nordic rows
include letters that no box contains (Q, W, X, Z), since a blank may stand for them. Letters that
make a tile together are always that tile, also in Croatian and Hungarian (SSZ is S and SZ).
To add a language, add a row; corrido/ui/tiles.py lays its tiles out on the screen.
"""

# code: (tiles in order, other spellings: plain letters, `=`, the letters that fold to them)
TABLE = {
    "es": (
        "A B C CH D E F G H I J L LL M N Ñ O P Q R RR S T U V X Y Z",
        "A=ÁÄ E=ÉË I=ÍÏ O=ÓÖ U=ÚÜ",
    ),
    "pl": ("A Ą B C Ć D E Ę F G H I J K L Ł M N Ń O Ó P R S Ś T U W Y Z Ź Ż", ""),
    "en": (
        "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z",
        "A=ÀÁÂÄ C=Ç E=ÈÉÊË I=ÌÍÎÏ N=Ñ O=ÒÓÔÖ U=ÙÚÛÜ AE=Æ OE=Œ",
    ),
    "ca": (
        "A B C Ç D E F G H I J L L·L M N NY O P QU R S T U V X Z",
        "A=ÀÁ E=ÈÉ I=ÍÏ O=ÒÓ U=ÚÜ ·=.•‧ L·=Ŀ",
    ),
    "fr": (
        "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z",
        "A=ÀÂÄ C=Ç E=ÉÈÊË I=ÎÏ N=Ñ O=ÔÖ U=ÙÛÜ Y=Ÿ AE=Æ OE=Œ",
    ),
    "de": ("A Ä B C D E F G H I J K L M N O Ö P Q R S T U Ü V W X Y Z", "SS=ß A=À E=ÉÈÊ"),
    "it": ("A B C D E F G H I L M N O P Q R S T U V Z", "A=À E=ÈÉ I=ÌÍÎ O=ÒÓ U=ÙÚ"),
    "pt": ("A B C Ç D E F G H I J L M N O P Q R S T U V X Z", "A=ÁÀÂÃ E=ÉÈÊ I=ÍÎ O=ÓÔÕ U=ÚÜ"),
    "no": (
        "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z Æ Ø Å",
        "A=ÀÁ E=ÉÈÊ O=ÓÒÔ Æ=Ä Ø=Ö",
    ),
    "sv": (
        "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z Å Ä Ö",
        "A=ÀÁ E=ÉÈÊ U=Ü",
    ),
    "da": (
        "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z Æ Ø Å",
        "A=Á E=ÉÈ O=Ó U=Ü",
    ),
    "cs": (
        "A Á B C Č D Ď E É Ě F G H I Í J K L M N Ň O Ó P R Ř S Š T Ť U Ú Ů V X Y Ý Z Ž",
        "",
    ),
    "el": (
        "Α Β Γ Δ Ε Ζ Η Θ Ι Κ Λ Μ Ν Ξ Ο Π Ρ Σ Τ Υ Φ Χ Ψ Ω",
        "Α=Άά Ε=Έέ Η=Ήή Ι=ΊίΪΐ Ο=Όό Υ=ΎύΫΰ Ω=Ώώ Σ=ς",
    ),
    "fi": (
        "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z Å Ä Ö",
        "A=ÀÁ E=ÈÉÊ O=Ó S=Š U=Ü Z=Ž",
    ),
    "hr": (
        "A B C Č Ć D DŽ Đ E F G H I J K L LJ M N NJ O P R S Š T U V Z Ž",
        "DŽ=Ǆǅǆ LJ=Ǉǈǉ NJ=Ǌǋǌ",
    ),
    "hu": (
        "A Á B C CS D E É F G GY H I Í J K L LY M N NY O Ó Ö Ő P R S SZ T TY U Ú Ü Ű V Z ZS",
        "",
    ),
    "nl": (
        "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z",
        "A=ÀÁÂÄÅ C=Ç E=ÈÉÊË I=ÌÍÎÏ N=Ñ O=ÒÓÔÖ U=ÙÚÛÜ IJ=Ĳ",
    ),
    "ro": ("A B C D E F G H I J L M N O P R S T U V X Z", "A=ĂÂ I=Î S=ȘŞ T=ȚŢ"),
    "sk": (
        "A Á Ä B C Č D Ď E É F G H I Í J K L Ĺ Ľ M N Ň O Ó Ô P R Ŕ S Š T Ť U Ú V X Y Ý Z Ž",
        "",
    ),
    "tr": ("A B C Ç D E F G Ğ H I İ J K L M N O Ö P R S Ş T U Ü V Y Z", "A=Â I=ı U=Û İ=iÎ"),
}
