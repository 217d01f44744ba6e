import { withPlace } from '../text/document/index.ts';
import type { Diagnosis, DiagnosisCode } from '../trace/index.ts';
import { type Change, insertAt, remove, replace } from './changes.ts';
import { diagnosis, edit, quoted, type WholeRule } from './rule.ts';
import type { Subject } from './subject.ts';

/** A sound call, and what somebody who is no model of it did to its text. */
interface Rewriting {
  readonly code: DiagnosisCode;
  readonly changes: readonly Change[];
  readonly said: string;
  readonly label: string;
  readonly remedy: string;
  /** How many calls come of it at least, where that is known. */
  readonly calls?: number;
}

/** More changes than this are not made: a reply with so many calls is no reply. */
const MOST_CHANGES = 200;

/**
 * The calls are sound, but not in the form that anything reads: Markdown has escaped their names, each is in quotes, signs of a
 * program separate them, or the names have `_` where the tools have `.`. Said only where the edit brings the calls. Seen in
 * results of the Berkeley leaderboard, where half of these replies gave no call and no reason.
 */
export const rewrittenCalls: WholeRule = {
  look(subject) {
    if (!subject.readsFormats || subject.extraction.outcome === 'error') return [];
    const text = subject.document.slice(0, subject.textTo);
    for (const find of [escapedNames, escapedSigns, quotedCalls, separatedCalls, plainNames, withoutBracket]) {
      const found = find(text, subject);
      if (found === null || found.changes.length === 0 || found.changes.length > MOST_CHANGES) continue;
      const change = edit(found.label, ...found.changes);
      const came = subject.after(change)?.calls.length ?? 0;
      if (subject.brings(change) && came >= (found.calls ?? 1)) return [told(found, change, subject)];
    }
    return [];
  },
};

function told(
  { code, changes, said, remedy }: Rewriting,
  change: ReturnType<typeof edit>,
  { document }: Subject,
): Diagnosis {
  const from = changes[0]?.span.from ?? 0;
  const to = changes.at(-1)?.span.to ?? from;
  return diagnosis(code, `${withPlace(said, document, from)}.`, { from, to }, change, remedy);
}

/** `ecology\_data.stats(x\_y=1)`: the model wrote Markdown. */
function escapedNames(text: string): Rewriting | null {
  const changes: Change[] = [];
  for (let at = text.indexOf('\\_'); at >= 0; at = text.indexOf('\\_', at + 2)) changes.push(remove(at, at + 1));
  const said = 'Names have a backslash before `_`, as in Markdown, so no tool has them';
  const remedy = 'Ask for plain text without Markdown, or remove the backslashes before the reply is parsed.';
  return { code: 'D23', changes, said, label: 'Remove the backslashes before `_`', remedy };
}

/** What escapes every sign that Markdown could read. JSON escapes none of these. */
const ESCAPED_SIGN = /\\(?=[[\](){}<>_*#`~|!-])/g;

/** `\[TOOL\_CALLS\] \[{"name": …}\]`: an editor or a converter wrote Markdown. */
function escapedSigns(text: string): Rewriting | null {
  const first = /\\[[\](){}<>|]/.exec(text);
  if (first === null) return null;
  const [sign] = first;
  const changes = Array.from(text.matchAll(ESCAPED_SIGN), ({ index }) => remove(index, index + 1));
  const said = `\`${sign}\` is in the place of \`${sign.charAt(1)}\`: signs have a backslash before them, as in Markdown`;
  const remedy =
    'Find what escapes the reply: an editor or a converter of Markdown. Models seldom write it themselves.';
  return { code: 'D06', changes, said, label: 'Remove the backslashes of Markdown', remedy };
}

const STARTS_LIST = /^\s*\[\s*["'][\w.]+\(/;

/** `["f(a=1)", "g(b=2)"]`: a list of texts, each of which is a call. */
function quotedCalls(text: string): Rewriting | null {
  if (!STARTS_LIST.test(text.slice(0, 300))) return null;
  const changes: Change[] = [];
  let opener = '';
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (opener === '') {
      if (sign !== '"' && sign !== "'") continue;
      opener = sign;
      changes.push(remove(at, at + 1));
    } else if (sign === '\\') {
      // A quote inside of the call was escaped for the quotes around it.
      if (text.charAt(at + 1) === opener) changes.push(remove(at, at + 1));
      at += 1;
    } else if (sign === opener && /^\s{0,8}[,\]]/.test(text.slice(at + 1, at + 10))) {
      opener = '';
      changes.push(remove(at, at + 1));
    }
  }
  if (opener !== '') return null;
  const remedy = 'Show one list of calls without quotes in the prompt. Models copy what they see.';
  return {
    code: 'D15',
    changes,
    said: 'Each call is text in quotes',
    label: 'Remove the quotes around the calls',
    remedy,
  };
}

const BETWEEN = /^\)\s{0,8}[;,][ \t]{0,8}(?=[A-Za-z_][\w.]{0,80}\()/;

/** `f(a=1); g(b=2);`: the statements of a program, on one line. */
function separatedCalls(text: string): Rewriting | null {
  if (!/\)\s{0,8}[;,]/.test(text)) return null;
  const changes: Change[] = [];
  let depth = 0;
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (quote !== '') {
      if (sign === '\\') at += 1;
      else if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '(' || sign === '[' || sign === '{') depth += 1;
    else if (sign === ')' || sign === ']' || sign === '}') {
      depth -= 1;
      const between = sign === ')' && depth === 0 ? BETWEEN.exec(text.slice(at, at + 100))?.[0] : undefined;
      if (between !== undefined) changes.push(replace({ from: at + 1, to: at + between.length }, '\n'));
    }
  }
  const said = 'A call without markers must be on a line of its own. Another call follows this one';
  const remedy = 'Ask for one call on each line, or for a list in brackets.';
  const label = 'Put each call on a line of its own';
  return { code: 'D18', changes, said, label, remedy, calls: changes.length + 1 };
}

/** `math_factorial` for the declared `math.factorial`: a client renamed the tools before it asked the model. */
function plainNames(text: string, { tools }: Subject): Rewriting | null {
  for (const name of tools.names) {
    const plain = name.replaceAll('.', '_');
    if (plain === name || text.includes(name) || tools.names.includes(plain)) continue;
    const changes: Change[] = [];
    for (let at = text.indexOf(plain); at >= 0; at = text.indexOf(plain, at + plain.length)) {
      const isWord = !/\w/.test(text.charAt(at - 1)) && !/\w/.test(text.charAt(at + plain.length));
      if (isWord) changes.push(replace({ from: at, to: at + plain.length }, name));
    }
    if (changes.length === 0) continue;
    const said = `No declared tool has the name \`${quoted(plain)}\`. The declared one is \`${quoted(name)}\``;
    const remedy = 'Declare the tools under names without dots: then client, model and parser have the same ones.';
    return { code: 'D22', changes, said, label: `Write \`${quoted(name)}\``, remedy };
  }
  return null;
}

/**
 * The first key of a call where its object should begin: at the beginning of the text, after a marker or the opening line of a
 * fence, or on a new line after a sentence.
 */
const KEY_WITHOUT_BRACKET =
  /(?:^|>|```\w{0,10}[ \t]{0,8}\n|[:.]\n)\s*("?)(?:name|tool|tool_name|function|function_name|action)" ?: ?"/g;

/** `name": "dim", "arguments": {}}`: the prompt ended with the bracket, or something took it away. */
function withoutBracket(text: string): Rewriting {
  const changes = Array.from(text.matchAll(KEY_WITHOUT_BRACKET), ({ 0: { length }, 1: quote = '', index }): Change => {
    const key = text.slice(index, index + length).search(/"?\w+" ?: ?"$/);
    return insertAt(index + key, quote === '' ? '{"' : '{');
  });
  const said = 'The JSON of the call lacks its first bracket';
  const remedy = 'If the prompt ends with the beginning of the reply, put that before the reply again.';
  return { code: 'D08', changes, said, label: 'Restore the bracket', remedy };
}
