// The meanings of PGN's numeric annotation glyphs: $0 to $139 as in the standard (section 10 of "Standard: Portable
// Game Notation"), and those added by common programs. A few have a well-known sign and are written as it; the others
// are written in words, and one without a meaning by its number.

import { sideName } from "./squares";

/** Pairs of glyphs for each side, by the first: even numbers are White's, the next odd one is Black's. */
const OF_SIDES: Record<number, string> = {
  14: "a slight advantage",
  16: "a moderate advantage",
  18: "a decisive advantage",
  20: "a crushing advantage",
  22: "zugzwang",
  24: "a slight space advantage",
  26: "a moderate space advantage",
  28: "a decisive space advantage",
  30: "a slight advantage in development",
  32: "a moderate advantage in development",
  34: "a decisive advantage in development",
  36: "the initiative",
  38: "a lasting initiative",
  40: "the attack",
  42: "insufficient compensation for material",
  44: "sufficient compensation for material",
  46: "more than adequate compensation for material",
  48: "slight control of the centre",
  50: "moderate control of the centre",
  52: "decisive control of the centre",
  54: "slight control of the kingside",
  56: "moderate control of the kingside",
  58: "decisive control of the kingside",
  60: "slight control of the queenside",
  62: "moderate control of the queenside",
  64: "decisive control of the queenside",
  66: "a vulnerable first rank",
  68: "a well protected first rank",
  70: "a poorly protected king",
  72: "a well protected king",
  74: "a poorly placed king",
  76: "a well placed king",
  78: "a very weak pawn structure",
  80: "a moderately weak pawn structure",
  82: "a moderately strong pawn structure",
  84: "a very strong pawn structure",
  86: "poor placement of a knight",
  88: "good placement of a knight",
  90: "poor placement of a bishop",
  92: "good placement of a bishop",
  94: "poor placement of a rook",
  96: "good placement of a rook",
  98: "poor placement of a queen",
  100: "good placement of a queen",
  102: "poor coordination of pieces",
  104: "good coordination of pieces",
  106: "played the opening very poorly",
  108: "played the opening poorly",
  110: "played the opening well",
  112: "played the opening very well",
  114: "played the middlegame very poorly",
  116: "played the middlegame poorly",
  118: "played the middlegame well",
  120: "played the middlegame very well",
  122: "played the ending very poorly",
  124: "played the ending poorly",
  126: "played the ending well",
  128: "played the ending very well",
  130: "slight counterplay",
  132: "moderate counterplay",
  134: "decisive counterplay",
  136: "moderate time pressure",
  138: "severe time pressure",
};

const MEANINGS: Record<number, string> = {
  0: "no annotation",
  1: "good move",
  2: "poor move",
  3: "very good move",
  4: "very poor move",
  5: "speculative move",
  6: "questionable move",
  7: "forced move",
  8: "singular move",
  9: "worst move",
  10: "drawish position",
  11: "equal chances, quiet position",
  12: "equal chances, active position",
  13: "unclear position",
  140: "with the idea",
  141: "aimed against",
  142: "better is",
  143: "worse is",
  144: "equivalent is",
  145: "editorial comment",
  146: "novelty",
  220: "diagram",
  221: "diagram, from Black’s side",
  238: "space advantage",
  239: "file",
  240: "diagonal",
  241: "centre",
  242: "kingside",
  243: "queenside",
  244: "weak point",
  245: "ending",
  246: "bishop pair",
  247: "opposite bishops",
  248: "same bishops",
  249: "connected pawns",
  250: "isolated pawns",
  251: "doubled pawns",
  252: "passed pawn",
  253: "pawn majority",
  254: "with",
  255: "without",
};

const SIGNS: Record<number, string> = {
  1: "!",
  2: "?",
  3: "!!",
  4: "??",
  5: "!?",
  6: "?!",
  7: "□",
  10: "=",
  13: "∞",
  14: "⩲",
  15: "⩱",
  16: "±",
  17: "∓",
  18: "+−",
  19: "−+",
};

/** The meaning of a glyph, in words; `$N` if it is unknown. */
export function glyphMeaning(glyph: number): string {
  const told = OF_SIDES[glyph - (glyph % 2)];
  if (!told) return MEANINGS[glyph] ?? `$${glyph}`;
  const side = sideName(glyph % 2 === 0 ? "white" : "black");
  return told === "zugzwang" ? `${side} is in zugzwang` : told.startsWith("played") ? `${side} ${told}` : `${side} has ${told}`;
}

/** Whether a glyph is written as a sign, next to its move, and not in words. */
export function isSign(glyph: number): boolean {
  return glyph in SIGNS;
}

/** The written form of a glyph. */
export function glyphText(glyph: number): string {
  return SIGNS[glyph] ?? glyphMeaning(glyph);
}
