import { stripPython } from '../../text/languages/index.ts';
import { to } from './table/machine.ts';
import { vllmRuntime } from './parser.ts';
import type { TableFormat } from './table/format.ts';
import { tableParser } from './table/parser.ts';

const section = '<|tool_calls_section_begin|>';
const sectionEnd = '<|tool_calls_section_end|>';
const call = '<|tool_call_begin|>';
const callEnd = '<|tool_call_end|>';
const argument = '<|tool_call_argument_begin|>';

const calls: TableFormat = {
  table: {
    markers: ['<think>', '</think>', section, sectionEnd, call, callEnd, argument],
    transitions: {
      content: { '</think>': to('content'), [section]: to('preamble') },
      // The section leaves this state never: text after it is dropped.
      preamble: { [call]: to('name', 'start'), [sectionEnd]: to('preamble') },
      name: { [argument]: to('arguments') },
      arguments: { [callEnd]: to('between', 'end'), [sectionEnd]: to('preamble', 'end') },
      between: { [call]: to('name', 'start'), [sectionEnd]: to('preamble') },
    },
    jsonArguments: true,
  },
  arguments: null,
  keepsSpace: true,
  name(header) {
    // `.+:\d+`: up to the last number on the first line.
    const id = /^[^\n]+:\p{Nd}+/u.exec(stripPython(header))?.[0];
    if (id === undefined) return null;
    const name = (id.split(':', 1)[0] ?? '').replace(/^functions\./, '');
    return name === '' ? null : { name, id };
  },
};

export const kimiK2 = vllmRuntime(
  tableParser(
    {
      flag: 'kimi_k2',
      onePassWith: 'kimi_k2',
      file: 'vllm/parser/kimi_k2.py',
      formats: ['kimi-k2'],
      reads: 'Calls with an id and raw arguments, in a section of special tokens.',
    },
    calls,
  ),
);
