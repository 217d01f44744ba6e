/** The editors know one kind of line end. A lone carriage return stays: runtimes decide differently for it. */
export function withLineFeeds(text: string): string {
  return text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text;
}
