/** A part of a JSON string that has not ended: of all that JSON escapes, these alone are escaped by then. */
export function openString(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
}
