import { rawDecode } from '../../text/languages/index.ts';
import { callIds } from '../../trace/index.ts';
import { to } from './table/machine.ts';
import { vllmRuntime } from './parser.ts';
import type { TableFormat } from './table/format.ts';
import { tableParser } from './table/parser.ts';

const calls: TableFormat = {
  table: {
    markers: ['[TOOL_CALLS]', '[ARGS]', '{'],
    transitions: {
      content: { '[TOOL_CALLS]': to('name', 'start') },
      name: { '[ARGS]': to('arguments'), '{': to('arguments', 'value') },
      arguments: { '[TOOL_CALLS]': to('name', 'end', 'start') },
    },
    jsonArguments: true,
  },
  arguments: null,
  acceptsEmptyNames: true,
  finalArguments(raw) {
    const reading = rawDecode(raw, 0);
    return reading.ok ? raw.slice(0, reading.end) : raw;
  },
};

export const mistralV11 = vllmRuntime(
  tableParser(
    {
      flag: 'mistral',
      ids: callIds.mistral,
      variant: 'v11',
      onePassWith: 'mistral',
      file: 'vllm/parser/mistral.py',
      formats: ['mistral-v11', 'mistral'],
      reads: 'A name and JSON after [TOOL_CALLS], for models that have the token [ARGS].',
    },
    calls,
  ),
);
