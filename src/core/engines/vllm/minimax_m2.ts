import { afterRegexSpace, isRegexModuleSpace, REGEX_SPACE, stripPython } from '../../text/languages/index.ts';
import { to } from './table/machine.ts';
import { vllmRuntime } from './parser.ts';
import type { ArgumentFormat, Parameter, TableFormat } from './table/format.ts';
import { tableParser } from './table/parser.ts';

const open = '<minimax:tool_call>';
const close = '</minimax:tool_call>';
const invoke = {
  '<invoke name="': to('name', 'start'),
  "<invoke name='": to('name', 'start'),
  '<invoke name=': to('name', 'start'),
};
const nameEnd = { '">': to('arguments'), "'>": to('arguments'), '>': to('arguments') };

const S = REGEX_SPACE;
const OPENER = `<${S}*parameter${S}+name${S}*=`;

/**
 * `<parameter name="KEY">VALUE</parameter>`. The key is in quotes of either kind if a `>` follows the second one, else it
 * goes up to white space or `>`.
 */
const parameters: ArgumentFormat = {
  read(raw, partial) {
    const found: Parameter[] = [];
    const opener = new RegExp(`${OPENER}${S}*`, 'g');
    const endings = new Endings(raw);
    /** What is not a parameter. */
    const rest: string[] = [];
    let restFrom = 0;
    for (let start = opener.exec(raw); start !== null; start = opener.exec(raw)) {
      const key = keysAt(raw, opener.lastIndex).find(({ valueFrom }) => endings.after(valueFrom) !== null);
      const end = key === undefined ? null : endings.after(key.valueFrom);
      if (key === undefined || end === null) {
        opener.lastIndex = start.index + 1;
        continue;
      }
      add(found, raw, key, end.from);
      rest.push(raw.slice(restFrom, start.index));
      restFrom = end.to;
      opener.lastIndex = end.to;
    }
    if (partial) addOpen(found, rest.join(''), raw, restFrom);
    return found;
  },
};

function add(found: Parameter[], raw: string, { from, to, valueFrom }: Key, valueTo: number): void {
  const key = stripPython(raw.slice(from, to));
  const valueSpan = { from: valueFrom, to: valueTo };
  if (key !== '') found.push({ key, value: raw.slice(valueFrom, valueTo), keySpan: { from, to }, valueSpan });
}

/** An open parameter in what is left, which the original joins: a stray beginning may get its end from much later. */
function addOpen(found: Parameter[], before: string, raw: string, from: number): void {
  const text = before + raw.slice(from);
  const place = (at: number): number => from + Math.max(0, at - before.length);
  const opener = new RegExp(`${OPENER}${S}*`, 'g');
  for (let start = opener.exec(text); start !== null; start = opener.exec(text)) {
    const [key] = keysAt(text, opener.lastIndex);
    if (key === undefined) {
      opener.lastIndex = start.index + 1;
      continue;
    }
    const name = stripPython(text.slice(key.from, key.to));
    if (name === '') return;
    const keySpan = { from: place(key.from), to: place(key.to) };
    const valueSpan = { from: place(key.valueFrom), to: raw.length };
    found.push({ key: name, value: text.slice(key.valueFrom), keySpan, valueSpan, isOpen: true });
    return;
  }
}

interface Key {
  readonly from: number;
  readonly to: number;
  readonly valueFrom: number;
}

/** The readings of the key at a place, in the order in which they are tried. */
function keysAt(raw: string, at: number): Key[] {
  const keys: Key[] = [];
  const add = (from: number, to: number, after: number): void => {
    const end = afterRegexSpace(raw, after);
    if (raw.charAt(end) === '>') keys.push({ from, to, valueFrom: end + 1 });
  };
  const quote = raw.charAt(at);
  if (quote === '"' || quote === "'") {
    const second = raw.indexOf(quote, at + 1);
    if (second >= 0) add(at + 1, second, second + 1);
  }
  let bare = at;
  while (bare < raw.length && raw.charAt(bare) !== '>' && !isRegexModuleSpace(raw.charCodeAt(bare))) bare += 1;
  if (bare > at) add(at, bare, bare);
  return keys;
}

/** The next closing tag, or the next parameter: it ends the value before it, and is not consumed. */
class Endings {
  readonly #raw: string;
  readonly #pattern = new RegExp(`<${S}*/${S}*parameter${S}*>|${OPENER}`, 'g');
  #last: { from: number; to: number } | null = null;
  #searchedFrom = Infinity;

  constructor(raw: string) {
    this.#raw = raw;
  }

  after(at: number): { from: number; to: number } | null {
    const isKnown = this.#searchedFrom <= at && (this.#last === null || this.#last.from >= at);
    if (!isKnown) {
      this.#pattern.lastIndex = at;
      const match = this.#pattern.exec(this.#raw);
      const to = this.#pattern.lastIndex;
      this.#last = match === null ? null : { from: match.index, to: match[0].endsWith('>') ? to : match.index };
    }
    this.#searchedFrom = Math.min(at, isKnown ? this.#searchedFrom : at);
    return this.#last;
  }
}

const calls: TableFormat = {
  table: {
    markers: [
      '<think>',
      '</think>',
      open,
      close,
      ...Object.keys(invoke),
      '</invoke>',
      ...Object.keys(nameEnd),
      '<parameter name=',
      '</parameter>',
    ],
    transitions: {
      content: { '</think>': to('content'), [open]: to('preamble'), [close]: to('content'), ...invoke },
      preamble: { [close]: to('content'), ...invoke },
      name: nameEnd,
      arguments: {
        '<parameter name=': to('arguments', 'value'),
        '</parameter>': to('arguments', 'value'),
        '</invoke>': to('between', 'end'),
      },
      between: { [close]: to('content'), ...invoke },
    },
    jsonArguments: false,
  },
  arguments: parameters,
  validatesNames: true,
};

export const minimaxM2 = vllmRuntime(
  tableParser(
    {
      flag: 'minimax_m2',
      onePassWith: 'minimax_m2',
      file: 'vllm/parser/minimax_m2.py',
      formats: ['minimax-m2'],
      reads: 'Invokes and parameters as tags, in <minimax:tool_call> or without it.',
    },
    calls,
  ),
);
