/**
 * What tokenizers keep in one piece: special tokens such as `<|im_end|>` and `[TOOL_CALLS]`, and tags. Every part of the
 * pattern has a limit, so that no match reads far.
 */
const MARKER =
  /<\|[^<>|\n]{1,40}\|>|<\|[\w"]{1,40}>|<[\w:]{1,40}\|>|<\/?\|[\w"]{1,40}\|>|<｜[^<>｜\n]{1,40}｜>|｜DSML｜|<\/?[A-Za-z_][\w:.-]{0,40}>|\[\/?[A-Z_]{2,20}\]/gu;

/** The approximate tokens of a byte-pair tokenizer: a word with the space before it, digits, signs, white space. */
const WORD = /'(?:s|t|re|ve|m|ll|d)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+/gu;

/** Cuts a reply approximately as it leaves a model: special tokens and tags stay whole, other text is cut into words. */
export function tokenPieces(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (const match of text.matchAll(MARKER)) {
    for (const word of words(text.slice(from, match.index))) pieces.push(word);
    pieces.push(match[0]);
    from = match.index + match[0].length;
  }
  for (const word of words(text.slice(from))) pieces.push(word);
  return pieces;
}

function words(text: string): readonly string[] {
  return text.match(WORD) ?? [];
}

/** Whether a piece is a special token or a tag. */
export function isMarker(piece: string): boolean {
  return piece.match(MARKER)?.[0] === piece;
}
