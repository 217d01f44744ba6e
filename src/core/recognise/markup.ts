/** How much of a text is looked at. */
const HEAD = 4000;

const MARKUP = /^\s*[{[<`]|<[a-z|/｜][\w|:.｜▁-]{0,40}[\s>=|]|\[[A-Z_]{4,20}\]|["“]name["”]\s{0,4}:/;

/** Whether a text has the signs of a call or of data: what a program writes beside it has none. */
export function hasMarkup(text: string): boolean {
  return MARKUP.test(text.slice(0, HEAD));
}

/** What begins a line of a call without markup: the label of an action, a call in Python, the marks of one format. */
const CALL_LINE =
  /^(?:\W{0,4}(?:Action|Function|Tool|Call)\b[^:\n]{0,20}:|(?:行动|动作|工具)[:：]|\[?\w[\w.]{0,60}\(|\w[\w.-]{1,60}\n\{|>>>\w|✿|\]<\])/im;

/** What is before the arguments of a call in a line of words, of gpt-oss and of Gemini. */
const IN_LINE = /\bto=functions\.[\w.-]{1,80} ?(?:<\||(?:json|code)? ?\{)|\bdefault_api[:.][\w.-]{1,80}[{(]/;

/** Whether there are the signs of a call of any format, also of one without markup. */
export function hasCallSigns(text: string): boolean {
  const head = text.slice(0, HEAD);
  return hasMarkup(text) || CALL_LINE.test(head) || IN_LINE.test(head);
}

/** The signs of a call of any format. */
export const CALL =
  /<(?:tool_call|function(?:call)?|invoke|｜|\|(?:tool|channel|python_))|\[TOOL_CALLS\]|\bto=functions\.[\w.-]{1,80} ?(?:<\||(?:json|code)? ?\{)|\bAction: [\w.-]{1,60}\nAction Input:|["“](?:name|tool|function)["”]\s{0,4}:\s{0,4}["“][^"”\n]{1,80}["”]\s{0,4},\s{0,40}["“](?:arguments|parameters|args|input|params)["”]/;

/** What documents write where a call has its name or its arguments. */
const PLACEHOLDER =
  /<function=(?:name|function[-_]?name|tool[-_]?name)>|"name"\s?:\s?"?<|[>=:\]]\s?\{(?:json|args|arguments|\.{3}|…)\}/i;

/** Whether there is a call among words: a pattern that documents have is none. */
export function hasCallAmong(words: string): boolean {
  return CALL.test(words) && !PLACEHOLDER.test(words);
}

/** A tag alone is spoken of: a call has something in it. */
export function isCall(text: string): boolean {
  return hasCallAmong(text) && /\w{2}/.test(text.replaceAll(/<[^<>{]{0,80}>/g, ''));
}
