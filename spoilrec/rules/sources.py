"""The letters by which options, presets and findings name their authorities."""

from typing import Final

SOURCES: Final[tuple[tuple[str, str], ...]] = (
    ("S0", "the long Spoil Five guide among the four source documents of this project"),
    ("S1", "the short Spoil Five guide among them"),
    ("S2", "the Twenty-Five guide among them"),
    ("S4", "the Auction Forty-Fives guide among them"),
    ("PAG", "J. McLeod's Twenty-Five page at pagat.com"),
    ("PEEL", "W. H. Peel, Round Games with Cards, 1891"),
    ("EB", "Encyclopaedia Britannica 1911, Spoil-five"),
    ("PAR", "G. F. Pardon, Hoyle's Games Modernized, 1863"),
    ("FOS", "R. F. Foster, Complete Hoyle"),
    ("BIC", "bicyclecards.com, Forty-Five and Auction Forty-Fives"),
    ("BAR", "D. Barker, Auction Forty-Fives, 2002"),
    ("WOLD", "an older Wikipedia text on Spoil Five and Twenty-Five"),
    ("W45", "an older Wikipedia text on Forty-Fives (Nova Scotia)"),
    ("COT", "Charles Cotton, The Compleat Gamester, 1674, Five Cards"),
    ("GPL", "The Groom-porters lawes at Mawe"),
    ("DAI", "the program cards-110 (Irish 110) and its recorded deals"),
    ("SEA", "the program hundred-and-ten by seamuslowry"),
    ("ZIN", "the program fortyfives.net by Zinkelburger"),
    ("WOR", "the program twentyfive-js by worhello"),
    ("PET", "the program twentyfive by peteclarkez"),
    ("EOI", "the program TwentyFiveDotNet by EoinGaughran"),
    ("BDC", "the program 45s-strategy by bdchartr"),
    ("JIT", "the program fortyfives-ai by jitousig"),
    ("NCA", "the program 45s by ncandiano"),
    ("K01 to K44", "contradictions between these sources; the default is how each was decided"),
    ("infomutt", "Forty-Five at infomutt.com"),
    ("docest", "The Game of Forty-Fives, a rule sheet"),
    ("jord.ca", "45s rules at jord.ca"),
)  # fmt: skip
