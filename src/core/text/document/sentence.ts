/** The first sentence of a text, without its full stop: one inside of code ends none. */
export function firstSentence(text: string): string {
  return /^(?:`[^`]*`|[^`.]|\.(?=\S))*/.exec(text)?.[0].trimEnd() ?? text;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
