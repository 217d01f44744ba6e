import { afterRegexSpace, stripPython } from '../../../text/languages/index.ts';
import { to } from './machine.ts';
import type { ArgumentFormat, Parameter, TableFormat } from './format.ts';

const markers = {
  open: '<tool_call>',
  close: '</tool_call>',
  key: '<arg_key>',
  keyEnd: '</arg_key>',
  value: '<arg_value>',
  valueEnd: '</arg_value>',
  think: '<think>',
  thinkEnd: '</think>',
} as const;

/** After a key comes white space and its value. */
const pairs: ArgumentFormat = {
  read(raw, partial) {
    const parameters: Parameter[] = [];
    for (let at = 0; ;) {
      const open = raw.indexOf(markers.key, at);
      if (open < 0) return parameters;
      const keyFrom = open + markers.key.length;
      const middle = keyAndValue(raw, keyFrom);
      if (middle === null) return parameters;
      const close = raw.indexOf(markers.valueEnd, middle.to);
      const isOpen = close < 0;
      const key = stripPython(raw.slice(keyFrom, middle.from));
      if (isOpen && (!partial || key === '')) return parameters;
      const valueSpan = { from: middle.to, to: isOpen ? raw.length : close };
      const keySpan = { from: keyFrom, to: middle.from };
      parameters.push({ key, value: raw.slice(valueSpan.from, valueSpan.to), keySpan, valueSpan, isOpen });
      if (isOpen) return parameters;
      at = close + markers.valueEnd.length;
    }
  },
};

/** From the end of a key to the beginning of its value. */
function keyAndValue(raw: string, from: number): { from: number; to: number } | null {
  for (let end = raw.indexOf(markers.keyEnd, from); end >= 0;) {
    const at = afterRegexSpace(raw, end + markers.keyEnd.length);
    if (raw.startsWith(markers.value, at)) return { from: end, to: at + markers.value.length };
    end = raw.indexOf(markers.keyEnd, at);
  }
  return null;
}

/** GLM-4.5 and 4.7: `<tool_call>NAME<arg_key>KEY</arg_key><arg_value>VALUE</arg_value></tool_call>`. */
export const argumentPairs: TableFormat = {
  table: {
    markers: Object.values(markers),
    transitions: {
      content: {
        [markers.think]: to('reasoning'),
        [markers.thinkEnd]: to('content'),
        [markers.open]: to('name', 'start'),
      },
      reasoning: {
        [markers.think]: to('reasoning'),
        [markers.thinkEnd]: to('content'),
        [markers.open]: to('name', 'start'),
      },
      name: { [markers.key]: to('arguments', 'value'), [markers.close]: to('content', 'end') },
      arguments: {
        [markers.close]: to('content', 'end'),
        [markers.key]: to('arguments', 'value'),
        [markers.keyEnd]: to('arguments', 'value'),
        [markers.value]: to('arguments', 'value'),
        [markers.valueEnd]: to('arguments', 'value'),
      },
    },
    jsonArguments: false,
  },
  arguments: pairs,
  validatesNames: true,
  name: (header) => ({ name: stripPython(header) }),
};
