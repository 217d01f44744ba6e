import { to } from './table/machine.ts';
import { vllmRuntime } from './parser.ts';
import type { TableFormat } from './table/format.ts';
import { objectUnder } from './table/safe-text.ts';
import { tableParser } from './table/parser.ts';

const MODEL = '<|message_model|>';
const TEXT = '<|content_text|>';
const THINK = '<|content_thinking|>';
const CALL = '<|content_invoke_tool_json|>';
/** What these open is shown as text. */
const shown = [TEXT, '<|content_invoke_tool_text|>', '<|content_tool_error|>'];
const ends = ['<|end_message|>', '<|content_model_end_sampling|>'];

const message = {
  [MODEL]: to('preamble'),
  ...Object.fromEntries([...shown, ...ends].map((marker) => [marker, to('content')])),
  [THINK]: to('reasoning'),
  [CALL]: to('arguments', 'start'),
};

const calls: TableFormat = {
  table: {
    markers: [MODEL, THINK, CALL, ...shown, ...ends],
    transitions: {
      content: message,
      preamble: message,
      reasoning: {
        [THINK]: to('reasoning'),
        [CALL]: to('arguments', 'start'),
        ...Object.fromEntries(ends.map((marker) => [marker, to('content')])),
      },
      arguments: Object.fromEntries(ends.map((marker) => [marker, to('content', 'end')])),
    },
    headerEnds: ends,
    jsonArguments: true,
  },
  arguments: null,
  keepsSpace: true,
  keepsTextAfter: true,
  argumentKeys: ['args', 'arguments', 'parameters'],
  argumentsIn(raw, partial) {
    const found = objectUnder(raw, 'args');
    return found === '' && !partial ? '{}' : found;
  },
};

export const inkling = vllmRuntime(
  tableParser(
    {
      flag: 'inkling',
      onePassWith: 'inkling',
      file: 'vllm/parser/inkling.py',
      formats: ['inkling'],
      reads: '{"name", "args"} after <|content_invoke_tool_json|>, in messages that are closed or not, of any tool.',
    },
    calls,
  ),
);
