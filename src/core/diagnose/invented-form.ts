import { overlaps, type Span, withPlace } from '../text/document/index.ts';
import { announcesCall } from '../formats/index.ts';
import { closedThoughts, liesIn } from '../engines/kit/index.ts';
import type { Diagnosis } from '../trace/index.ts';
import { bracketEnd } from './dialect.ts';
import { objectAt } from './keys.ts';
import { inventedCall } from './invented-call.ts';
import { diagnosis, quoted, type WholeRule } from './rule.ts';
import type { Subject } from './subject.ts';

const MOST_NAMES = 20;
const MOST_PLACES = 20;
const MOST_FINDINGS = 4;
const LONGEST_LINE = 120;
const LONGEST_GAP = 80;

/** What is between the name and its arguments: the id of the call, a word for them, and signs. */
const LEADS =
  /^["'`*]{0,2}(?: \(id: ?[\w-]{1,60}\))?[\])}]?\s*[,;/|]?\s*(?:(?:and|with)\s+)?(?:(?:the\s+)?(?:arguments?|args|parameters?|params|inputs?)\s*(?:[:=]|=>)?\s*|[:(]\s*)?(?=\{)/i;

/** A list of calls, and a call as a console of an agent shows it. */
const LISTED = /^[ \t]*tool calls?:[ \t]*\n[ \t]*[-*] ["'`]?([A-Za-z_][\w.-]{1,60})["'`]?:[ \t]*\{/gim;
const IN_LIST = /(?:^|\n)[ \t]*tool calls?:[ \t]*\n[ \t]*[-*] ["'`]?$/i;
const YAML =
  /^\s*(?:name|tool|function): ?([A-Za-z_][\w.-]{1,60})(?=[ \t]*\n(?:arguments|args|input):[ \t]*\n[ \t]+[\w-]{1,60}:[ \t]\S)/g;
const DISPLAYED = /^[ \t]*[⏺●] ?([A-Za-z_][\w.-]{1,60})(?=\(\w{1,60} ?[:=] ?["'\d[{])/gm;

const ANNOUNCED =
  /^[ \t]*\[?(?:calling|call|using|invoking) (?:the )?(?:tool|function):? ?["'`]?([A-Za-z_][\w.-]{1,60})/gim;

/** A call in a transcript that OpenClaw made for a model without tools. */
const WITH_ID = /^[ \t]*\[tool call: ([A-Za-z_][\w.-]{1,60})(?= \(id: ?[\w-]{1,60}\)\]\narguments: ?\{)/gim;

/** YAML: the key of the name, and after the name the first key of the arguments, perhaps below a key of their own. */
const NAME_LINE = /^(?:- )?(?:(?:tool|function)(?:_name)?|name):[ \t]*["']?$/i;
const KEY_LINE = /^["']?[ \t]*\n[ \t]*(?:(?:arguments|args|parameters|params|input):[ \t]*\n[ \t]+)?([\w.-]+):[ \t]/i;

/** What may follow the arguments on their line. */
const ENDS = /^\s*[\])}>`*.;]*\s*$/;

const REMEDY =
  'Send earlier calls back to the model in its own format, not in words. Models copy what the history shows.';

/**
 * A declared tool with its arguments, on lines of its own, in words that no runtime reads: models make such forms up, or copy
 * them from a transcript in their prompt.
 *
 *     [Calling tool: get_weather with arguments={"city": "Oslo"}]
 *     [Tool Call: get_weather (ID: call_1)]
 *     Arguments: {"city": "Oslo"}
 *     Tool: get_weather
 *     Input: {"city": "Oslo"}
 *     name: get_weather
 *     arguments:
 *       city: Oslo
 *     Tool calls:
 *     - get_weather: {"city": "Oslo"}
 *     ⏺ get_weather(city: "Oslo")
 */
export const inventedForm: WholeRule = {
  look(subject) {
    const { document, textTo, tools } = subject;
    const names = tools.isEmpty ? announcedNames(document.slice(0, textTo)) : tools.names;
    const found: Diagnosis[] = [];
    for (const name of names.slice(0, MOST_NAMES)) {
      let at = document.indexOf(name);
      for (let tries = 0; at >= 0 && at < textTo && tries < MOST_PLACES; tries += 1) {
        const span = formAt(subject, name, at);
        if (span !== null && isFree(subject, span)) found.push(told(subject, name, span));
        if (found.length >= MOST_FINDINGS) return found;
        at = document.indexOf(name, at + name.length);
      }
    }
    return found.length > 0 || !tools.isEmpty ? found : withoutNames(subject);
  },
};

/** Where nothing says which tools there are: a form that only models write. */
function withoutNames(subject: Subject): readonly Diagnosis[] {
  const { document, textTo } = subject;
  const call = inventedCall(document.slice(0, textTo));
  const [name] = call?.names ?? [];
  if (call === null || name === undefined || call.isCode) return [];
  const span = { from: call.from, to: textTo };
  return isFree(subject, span) ? [told(subject, name, span)] : [];
}

/** The names after words that announce a call, each once. */
function announcedNames(text: string): readonly string[] {
  const found = [ANNOUNCED, LISTED, DISPLAYED, WITH_ID, YAML].flatMap((form) => [...text.matchAll(form)]);
  return [...new Set(found.map(([, name = '']) => name))];
}

/** Whether it is no call, and no part of a thought or of a quotation. The text is read again only here. */
function isFree({ document, textTo, extraction, everyFormat, quotations }: Subject, span: Span): boolean {
  const taken = [...extraction.calls, ...(everyFormat?.calls ?? []), ...(everyFormat?.incomplete ?? [])];
  if (taken.some((call) => overlaps(call.span, span)) || liesIn(quotations, span.from)) return false;
  return !liesIn(closedThoughts(document, textTo), span.from);
}

function told({ document }: Subject, name: string, span: Span): Diagnosis {
  const what = `This looks like a call to \`${quoted(name)}\`, but no parser here knows its form`;
  return diagnosis('D01', `${withPlace(what, document, span.from)}. So nothing runs.`, span, null, REMEDY);
}

/** From the beginning of the line of a name to the end of its arguments; null where it is no such form. */
function formAt({ document, textTo, tools }: Subject, name: string, at: number): Span | null {
  const lineFrom = Math.max(document.lastIndexOf('\n', at - 1) + 1, at - LONGEST_LINE);
  const before = document.slice(lineFrom, at);
  const to = at + name.length;
  if (/[\w.-]/.test(document.charAt(to))) return null;
  if (NAME_LINE.test(before)) {
    const key = KEY_LINE.exec(document.slice(to, Math.min(textTo, to + LONGEST_GAP)))?.[1];
    const isKnown = key !== undefined && (tools.isEmpty ? lineFrom === 0 : tools.parameter(name, key) !== null);
    if (isKnown) return { from: lineFrom, to };
  }
  if (/^\s*[⏺●] ?$/.test(before)) {
    const end = /^\(\w+ ?[:=]/.test(document.slice(to, to + LONGEST_GAP)) ? bracketEnd(document, to, textTo) : null;
    return end === null ? null : { from: lineFrom, to: end };
  }
  if (!announcesCall(before) && !IN_LIST.test(document.slice(Math.max(0, at - LONGEST_LINE), at))) return null;
  const gap = LEADS.exec(document.slice(to, Math.min(textTo, to + LONGEST_GAP)));
  if (gap === null) return null;
  const open = to + gap[0].length;
  const end = bracketEnd(document, open, textTo);
  const args = end === null ? null : objectAt(document, open, end);
  if (end === null || args?.kind !== 'object' || args.members.length === 0) return null;
  const isDeclared = args.members.every(({ key }) => tools.parameter(name, key.value) !== null);
  if (!isDeclared && tools.schema(name) !== null) return null;
  const lineTo = document.indexOf('\n', end);
  const rest = document.slice(end, Math.min(lineTo < 0 ? textTo : lineTo, end + LONGEST_LINE));
  return ENDS.test(rest) ? { from: lineFrom, to: end } : null;
}
