import type { Scene } from './scene.ts';

/** What announces a list of definitions: `Tools: [{`, `"tools": [`, `tools = [`. */
const LIST = /\b[Tt]ools?["'`]?(?:[ \t]{0,4}[:=(]|[ \t][\w ]{1,24}:)\s{0,8}\[\s{0,8}\{/g;

/** Home Assistant logs it as Python prints it: homeassistant/components/ollama/entity.py. Agents log names alone. */
const NAMES =
  /\b(?:[Aa]vailable|[Rr]egistered|[Ll]oaded|[Ee]nabled|[Dd]eclared|[Oo]ffered|[Dd]iscovered|[Bb]ound) tools?(?: \(\d{1,3}\))?(?: are)?: ?\[?((?:["'`]?[\w.-]{2,64}["'`]?(?:, ?|(?=[\]\n.]|$))){1,60})(?![\w.… ])/m;

/** Home Assistant prints its tools by their class and name. Source: homeassistant/helpers/llm.py (`Tool.__repr__`) */
const PRINTED = /\] Tools: \[((?:<\w{2,60} - [\w.-]{1,64}>(?:, )?){1,80})\]/;

/** More lists are a log of many requests. */
const MOST = 4;
/** In UTF-16 units. */
const LONGEST = 40_000;
/** Somebody shortened the list. */
const LEFT_OUT = /\.\.\.|…/;

/** The tools that a log, or a person, lists in a paste without a request; null where none are listed, or not all of them. */
export function listedTools({ frame: { text }, around }: Pick<Scene, 'frame' | 'around'>): readonly string[] | null {
  for (const { 0: head, index } of [...text.matchAll(LIST)].slice(0, MOST)) {
    const names = namesIn(text, index + head.lastIndexOf('['));
    if (names !== null) return names;
  }
  const printed = PRINTED.exec(text)?.[1];
  if (printed !== undefined) return Array.from(printed.matchAll(/ - ([\w.-]+)>/g), ({ 1: name = '' }) => name);
  const listed = NAMES.exec(around)?.[1];
  return listed === undefined ? null : listed.split(/, ?/).map((one) => one.replaceAll(/["'`]/g, ''));
}

/** The name of a definition, in it or in its `function`: that of a parameter is an object. */
const NAME = /^["']name["']\s{0,4}:\s{0,4}["']([\w.-]{1,64})["']/;
const LONGEST_NAME = 100;
const DEEPEST = 3;

/** The names of the definitions in a list, however it is printed; null where it has no end, or leaves some out. */
function namesIn(text: string, from: number): readonly string[] | null {
  const names: string[] = [];
  let between = '';
  let depth = 0;
  for (let at = from; at < text.length && at < from + LONGEST; at += 1) {
    const sign = text.charAt(at);
    if (/[[{]/.test(sign)) depth += 1;
    else if (/[\]}]/.test(sign)) depth -= 1;
    else if (depth === 1) between += sign;
    else if (depth <= DEEPEST && /["']/.test(sign)) {
      const name = NAME.exec(text.slice(at, at + LONGEST_NAME))?.[1];
      if (name !== undefined) names.push(name);
    }
    if (depth === 0) return names.length === 0 || LEFT_OUT.test(between) ? null : names;
  }
  return null;
}
