import { toolsOfCalls } from '../tools/index.ts';
import { elementValues } from '../formats/index.ts';
import { withPlace } from '../text/document/index.ts';
import { extract } from '../reader/index.ts';
import type { Diagnosis } from '../trace/index.ts';
import { diagnosis, quoted } from './rule.ts';
import type { Subject } from './subject.ts';

/** A tag on a line of its own with another tag inside, and the closer of both. */
const ELEMENT = /^[ \t]*<([A-Za-z][\w-]{2,60})>\s{0,20}<([A-Za-z][\w.-]{0,60})>/gm;
const MOST_TAGS = 10;
/** In UTF-16 units. */
const LONGEST_BODY = 20_000;

/** Names of tools say what is done. A reply in XML that is an answer has the names of things. */
const VERB =
  /^(?:add|append|apply|ask|book|browse|calculate|call|cancel|check|click|close|compute|convert|copy|create|delete|do|edit|exec|execute|fetch|find|generate|get|insert|invoke|list|load|lookup|make|modify|move|navigate|open|play|post|query|read|remove|rename|replace|run|save|schedule|search|send|set|show|start|stop|translate|update|use|view|write)$/;
const THINGS = /(?:results?|responses?|outputs?|answers?|errors?|history|plan|summary)$/i;
/** What is inside of a page is no call. */
const PAGE = /<(?:!doctype|html|body|div|span|svg|table|p)\b/i;

/**
 * The request declares no tools, and the reply has a tag that is named as a tool is, with a tag for each argument. Only the
 * names of declared tools tell such a call from any other XML, so it is asked for and not read.
 *
 *     <weather_lookup>
 *     <city>Paris</city>
 *     </weather_lookup>
 */
export function undeclaredTag(subject: Subject): Diagnosis[] {
  const { document, textTo, extraction, tools, options } = subject;
  const text = document.slice(0, textTo);
  if (!tools.isEmpty || extraction.calls.length > 0 || PAGE.test(text)) return [];
  for (const { 0: whole, 1: name = '', index } of [...text.matchAll(ELEMENT)].slice(0, MOST_TAGS)) {
    const at = index + whole.indexOf('<');
    const from = at + name.length + 2;
    const to = text.indexOf(`</${name}>`, from);
    if (!isNameOfTool(name) || to < 0 || to - from > LONGEST_BODY) continue;
    const { json, isMixed } = elementValues(text.slice(from, to), null);
    if (isMixed) continue;
    const calls = [{ name, argumentsText: json }];
    const declared = toolsOfCalls(calls);
    if (extract({ text }, { runtime: 'auto', tools: declared }).calls.every((call) => call.name !== name)) continue;
    const span = { from: at, to: at + name.length + 2 };
    const what = `This looks like a call to \`${quoted(name)}\``;
    if (extract({ text }, { ...options, tools: declared }).calls.length === 0) {
      const fact = `${withPlace(`${what}, with a tag for each argument`, document, at)}.`;
      return [diagnosis('D01', { fact, reader: `${subject.reader} reads no call there.` }, span)];
    }
    const fact = `${withPlace(`${what}, but no tool is declared`, document, at)}.`;
    const reader = `${subject.reader} knows such tags by the names of the declared tools.`;
    return [{ ...diagnosis('D01', { fact, reader }, span, null, REMEDY), undeclared: calls }];
  }
  return [];
}

const REMEDY = 'Declare the tool. If the model should write another form, ask for that form in the prompt.';

function isNameOfTool(name: string): boolean {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_-]/);
  return !THINGS.test(name) && (VERB.test(words[0] ?? '') || VERB.test(words.at(-1) ?? ''));
}
