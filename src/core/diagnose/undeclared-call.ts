import { toolsOfCalls } from '../tools/index.ts';
import { elementValues } from '../formats/index.ts';
import { type Span, withPlace } from '../text/document/index.ts';
import { extract } from '../reader/index.ts';
import type { Diagnosis } from '../trace/index.ts';
import { diagnosis, quoted } from './rule.ts';
import type { Subject } from './subject.ts';

/** A tag on a line of its own with another tag inside, and the closer of both. */
const ELEMENT = /^[ \t]*<([A-Za-z][\w-]{2,60})>\s{0,20}<([A-Za-z][\w.-]{0,60})>/gm;
/** A name on a line of its own, as names are in programs, before an object; or any word before the first key of GLM. */
const LINE = /^[ \t]*([A-Za-z_][\w.-]{2,60})[ \t]*\n\s{0,20}(\{|<arg_key>)/gm;
const NAME_OF_CODE = /[a-z\d][_.-][a-z]|[a-z][A-Z]/;
const MOST_CANDIDATES = 10;
/** In UTF-16 units. */
const LONGEST_REPLY = 50_000;

/** Names of tools say what is done. A reply in XML that is an answer has the names of things. */
const VERB =
  /^(?:add|append|apply|ask|book|browse|calculate|call|cancel|check|click|close|compute|convert|copy|create|delete|do|edit|exec|execute|fetch|find|generate|get|insert|invoke|list|load|lookup|make|modify|move|navigate|open|play|post|query|read|remove|rename|replace|run|save|schedule|search|send|set|show|start|stop|translate|update|use|view|write)$/;
const THINGS = /(?:results?|responses?|outputs?|answers?|errors?|history|plan|summary)$/i;
/** Words of two parts for a thing, of which the first is a verb as well. */
const THING =
  /^(?:add[_-]?on|book[_-]?(?:list|mark|shelf|store)|call[_-]?(?:back|out)|check[_-]?(?:box|list|mark|point)|copy[_-]?right|load[_-]?out|play[_-]?list|post[_-]?(?:box|card|code)|read[_-]?me|run[_-]?time|set[_-]?(?:list|up)|show[_-]?room|use[_-]?case|view[_-]?(?:box|point|port))s?$/i;
/** What is inside of a page is no call. */
const PAGE = /<(?:!doctype|html|body|div|span|svg|table|p)\b/i;

/** What may be a call if the tool of this name were declared. */
interface Candidate {
  readonly name: string;
  /** Where the name is, with its tag. */
  readonly span: Span;
  /** The arguments in a tag for each; null where only the reader of the form knows them. */
  readonly argumentsText: string | null;
}

/**
 * The request declares no tools, and the reply has what is a call only by the name of its tool: a tag that is named as a tool is,
 * with a tag for each argument, or a name on a line of its own before its arguments. It may be something else as well, so it is
 * asked for and not read.
 *
 *     <weather_lookup>             weather_lookup
 *     <city>Paris</city>           {"city": "Paris"}
 *     </weather_lookup>
 */
export function undeclaredCall(subject: Subject): Diagnosis[] {
  const { document, textTo, extraction, tools, options } = subject;
  const text = document.slice(0, textTo);
  // Each candidate reads the reply twice.
  if (!tools.isEmpty || extraction.calls.length > 0 || textTo > LONGEST_REPLY || PAGE.test(text)) return [];
  for (const { name, span, argumentsText } of [...tagsIn(text), ...linesIn(text)]) {
    const given = argumentsText === null ? [{ name }] : toolsOfCalls([{ name, argumentsText }]);
    const read = extract({ text }, { runtime: 'auto', tools: given }).calls.filter((call) => call.name === name);
    if (read.length === 0) continue;
    const what = `This looks like a call to \`${quoted(name)}\``;
    // Any format has read it just now.
    const isRead = subject.readsEverything || extract({ text }, { ...options, tools: given }).calls.length > 0;
    if (!isRead) {
      const fact = `${withPlace(argumentsText === null ? what : `${what}, with a tag for each argument`, document, span.from)}.`;
      return [diagnosis('D01', { fact, reader: `${subject.reader} reads no call there.` }, span)];
    }
    const fact = `${withPlace(`${what}, but no tool is declared`, document, span.from)}.`;
    const reader = `${subject.reader} knows such calls by the names of the declared tools.`;
    return [{ ...diagnosis('D01', { fact, reader }, span, null, REMEDY), undeclared: read }];
  }
  return [];
}

function tagsIn(text: string): readonly Candidate[] {
  return [...text.matchAll(ELEMENT)].slice(0, MOST_CANDIDATES).flatMap(({ 0: whole, 1: name = '', index }) => {
    const at = index + whole.indexOf('<');
    const from = at + name.length + 2;
    const to = text.indexOf(`</${name}>`, from);
    if (!isNameOfTool(name) || to < 0) return [];
    const { json, isMixed } = elementValues(text.slice(from, to), null);
    return isMixed ? [] : [{ name, span: { from: at, to: from }, argumentsText: json }];
  });
}

function linesIn(text: string): readonly Candidate[] {
  return [...text.matchAll(LINE)].slice(0, MOST_CANDIDATES).flatMap(({ 0: whole, 1: name = '', 2: next, index }) => {
    const from = index + whole.indexOf(name);
    if (next === '{' && !NAME_OF_CODE.test(name)) return [];
    return [{ name, span: { from, to: from + name.length }, argumentsText: null }];
  });
}

const REMEDY = 'Declare the tool. If the model should write another form, ask for that form in the prompt.';

function isNameOfTool(name: string): boolean {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_-]/);
  return !THINGS.test(name) && !THING.test(name) && (VERB.test(words[0] ?? '') || VERB.test(words.at(-1) ?? ''));
}
