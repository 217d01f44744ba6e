import { type PythonValue, readPythonJson, REGEX_SPACE } from '../../../text/languages/index.ts';
import { to, type Transition } from './machine.ts';
import type { ArgumentFormat, Parameter, TableFormat } from './format.ts';

const DSML = '｜DSML｜';
const INVOKE = `<${DSML}invoke name="`;
const INVOKE_END = `</${DSML}invoke>`;
const NAME_END = '">';
const PARAMETER_END = `</${DSML}parameter>`;

const S = `${REGEX_SPACE}+`;

/** `string="false"` means that the value is JSON; what is none stays text. */
const parameters: ArgumentFormat = {
  read(raw, partial) {
    const found: Parameter[] = [];
    const opener = new RegExp(`<${DSML}parameter${S}name="([^"]+)"${S}string="(true|false)">`, 'g');
    for (let at = 0; ;) {
      opener.lastIndex = at;
      const open = opener.exec(raw);
      if (open === null) return found;
      const [, key = '', isString] = open;
      const valueFrom = opener.lastIndex;
      const close = raw.indexOf(PARAMETER_END, valueFrom);
      const isOpen = close < 0;
      if (isOpen && !partial) return found;
      const valueTo = isOpen ? raw.length : close;
      const keyFrom = open.index + open[0].indexOf('"') + 1;
      const text = raw.slice(valueFrom, valueTo);
      const value = isString === 'true' ? text : jsonOr(text, isOpen);
      const keySpan = { from: keyFrom, to: keyFrom + key.length };
      const valueSpan = { from: valueFrom, to: valueTo };
      if (value !== undefined) found.push({ key, value, keySpan, valueSpan, isOpen });
      if (isOpen) return found;
      at = close + PARAMETER_END.length;
    }
  },
  structural: />/,
  unwraps: true,
};

function jsonOr(text: string, isOpen: boolean): PythonValue | undefined {
  const reading = readPythonJson(text);
  if (reading.ok) return reading.node.value;
  return isOpen ? undefined : text;
}

/** DeepSeek's calls in a block with this name. */
export function dsmlCalls(block: string, reasons: boolean): TableFormat {
  const open = `<${DSML}${block}>`;
  const close = `</${DSML}${block}>`;
  const thoughts: Record<string, Transition> = reasons ? { '<think>': to('reasoning'), '</think>': to('content') } : {};
  const outside = { ...thoughts, [open]: to('preamble') };
  return {
    table: {
      markers: [...Object.keys(thoughts), open, close, INVOKE, NAME_END, INVOKE_END, PARAMETER_END],
      transitions: {
        content: outside,
        ...(reasons ? { reasoning: outside } : {}),
        preamble: { [INVOKE]: to('name', 'start') },
        name: { [NAME_END]: to('arguments') },
        arguments: { [INVOKE_END]: to('between', 'end'), [close]: to('content', 'end') },
        between: { [INVOKE]: to('name', 'start'), [close]: to('content') },
      },
      jsonArguments: false,
    },
    arguments: parameters,
    keepsSpace: true,
  };
}
