/** The source of a regular expression that finds one of these texts, as it is; of no texts it finds nothing. */
export function patternOf(texts: readonly string[]): string {
  const escaped = texts.map((text) => text.replaceAll(/[|\\()[\]{}.*+?^$]/g, '\\$&'));
  return escaped.length === 0 ? '(?!)' : `(?:${escaped.join('|')})`;
}
