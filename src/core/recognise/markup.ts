/** How much of a text is looked at. */
const HEAD = 4000;

const MARKUP = /^\s*[{[<`]|<[a-z|/｜][\w|:.｜▁-]{0,40}[\s>=|]|\[[A-Z_]{4,20}\]|"name"\s{0,4}:/;

/** Whether a text has the signs of a call or of data: what a program writes beside it has none. */
export function hasMarkup(text: string): boolean {
  return MARKUP.test(text.slice(0, HEAD));
}
