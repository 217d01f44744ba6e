/** Text as it is written between the quotes of a JSON string. */
export function insideOfString(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
