import { errorBodyOf } from './bodies/error-body.ts';
import { type Found, noSpan, withoutSpans } from './found.ts';
import { fromErrorBody, fromValue } from './from-value.ts';
import { readValue } from './values.ts';

/** What people write before a value: `Response: {…}`, `const reply = {…}`. */
const personsLead = /^\s*(?:\$?[\w.-]{1,40} ?){1,3}[:=]\s*(?=[{[%]|[A-Z]\w{0,60} ?[({[])/;

/** A sentence on a line of its own: the list of messages below it is what it tells of. */
const sentenceLead = /^\s*[^\n{[]{1,200}[:.!?)]\s*\n\s*(?=\[\s*\{)/;

/** What programs write before a value. */
const programLeads: readonly RegExp[] = [
  // Rust's `dbg!`, and a log of Go.
  /^\s*\[[\w./\\-]{1,160}:\d{1,7}(?::\d{1,7})?\] [^=\n]{1,120} = (?=\S)/,
  /^\s*\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d (?:[\w.:/-]{1,60} ){0,3}(?=[&{[])/,
  // Python's devtools and icecream.
  /^\s*[\w./\\-]{1,160}\.py:\d{1,7} \S{1,80}\n {4}[\w.]{1,120}: (?=[[{A-Z])/,
  /^\s*ic\| [\w.()[\]'"]{1,120}: (?=[[{A-Z])/,
  // The console of a browser and its like, where a line was logged: `VM123:1 {…}`, `agent.ts:42 response {…}`.
  /^\s*(?:VM\d{1,7}|\(?[\w./-]{1,120}\.(?:m?[jt]sx?|vue|svelte|html|py|go|rb)):\d{1,7}(?::\d{1,7})?\)? (?:[\w .-]{1,60}:? )?(?=[{[])/,
  // Elixir's `dbg`.
  /^\s*(?:\[[^\]\n]{1,200}\]\s{1,4})?[^\n#]{1,120} #=> (?=\S)/,
];

/** What is after the words before a value; null where nobody writes them. */
function afterWords(text: string, leads: readonly RegExp[]): string | null {
  const head = text.slice(0, 400);
  const lead = leads.map((one) => one.exec(head)).find((one) => one !== null);
  return lead === undefined ? null : text.slice(lead[0].length);
}

/** The text of a value without what a person or a program writes before it; null where nothing is. */
export function withoutLead(text: string): string | null {
  return afterWords(text, [...programLeads, personsLead]);
}

/** The value that is all of a text but for what is before it. */
function afterLead(text: string, leads: readonly RegExp[]): Found | null {
  const body = afterWords(text, leads);
  const value = body === null ? null : readValue(body);
  const found = value === null || body === null ? null : fromValue(value, body);
  return found === null || found.kind === 'stream' ? null : withoutSpans(found);
}

/** A value after what a program writes before it. */
export function afterProgram(text: string): Found | null {
  return afterLead(text, programLeads);
}

/** A value after a few words that name it. */
export function afterName(text: string): Found | null {
  const found = afterLead(text, [personsLead]);
  if (found === null) return conversationAfter(text);
  const isNamed = /tools|functions/i.test(text.slice(0, 80).replace(/[{[][\s\S]*/, ''));
  return found.kind === 'tools' && !isNamed ? null : found;
}

function conversationAfter(text: string): Found | null {
  const found = afterLead(text, [sentenceLead]);
  return found?.kind === 'messages' ? found : null;
}

/** So long may be what a program says before the body of an error. */
const MOST_WORDS = 200;

/** The body of an error after what a program says of it: `API request failed with status 500: {…}`. Nothing follows it. */
export function errorAfterWords(text: string): Found | null {
  const words = /^\s{0,20}([^{\n]{4,200})(?=\{)/.exec(text.slice(0, MOST_WORDS + 24));
  if (words === null || !/\b(?:fail|error|exception|status|refused|reject|http|[45]\d\d\b)/i.test(words[0]))
    return null;
  const body = text.slice(words[0].length);
  const value = readValue(body);
  const error = value === null ? null : errorBodyOf(value);
  if (value === null || error === null) return null;
  const found = fromErrorBody(value, error.message);
  return { ...found, replies: found.replies.map(noSpan) };
}
