import { strippedSpan, stripPython } from '../../text/languages/index.ts';
import { readGemma4, type Gemma4Rules } from './kit/gemma4-arguments.ts';
import { to } from './table/machine.ts';
import { vllmRuntime } from './parser.ts';
import type { TableFormat } from './table/format.ts';
import { tableParser } from './table/parser.ts';

const rules: Gemma4Rules = { bare: stripPython, cutsDelimiter: true, quotesKeys: true };

const calls: TableFormat = {
  table: {
    markers: ['<|channel>', '<channel|>', '<|tool_call>', '<tool_call|>', 'call:', '{'],
    transitions: {
      content: {
        '<|channel>': to('reasoning'),
        '<channel|>': to('content'),
        '<|tool_call>': to('preamble', 'start'),
        '<tool_call|>': to('content'),
      },
      reasoning: { '<channel|>': to('content'), '<|tool_call>': to('preamble', 'start') },
      preamble: { 'call:': to('name') },
      name: { '{': to('arguments') },
      arguments: { '<tool_call|>': to('content', 'end') },
    },
    jsonArguments: false,
  },
  arguments: {
    read(raw, partial) {
      const span = strippedSpan(raw);
      const end = raw.charAt(span.to - 1) === '}' && span.to > span.from ? span.to - 1 : span.to;
      return readGemma4(raw, span.from, end, partial, rules).parameters;
    },
    structural: /[,:{}[\]<]/,
  },
};

export const gemma4 = vllmRuntime(
  tableParser(
    {
      flag: 'gemma4',
      onePassWith: 'gemma4',
      file: 'vllm/parser/gemma4.py',
      formats: ['gemma4'],
      reads: 'call:NAME{key:value} between <|tool_call> and <tool_call|>; values are typed by the schema.',
    },
    calls,
  ),
);
