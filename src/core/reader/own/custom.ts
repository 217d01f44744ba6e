import { customFormatProblem, firstCustomFormat, type CustomFormat } from './custom-format.ts';
import {
  type Block,
  jsonCalls,
  namedJson,
  type Opener,
  pythonCalls,
  type Resumable,
  taggedValues,
  type ToolFormat,
} from '../../formats/index.ts';
import type { Runtime } from '../../engines/runtime.ts';
import { formatRuntime } from './format-runtime.ts';

/** Reads the format that a user defined, with the readers that all formats have. One that cannot be read finds nothing. */
export function customRuntime(definition: CustomFormat): Runtime {
  return formatRuntime(
    {
      id: 'custom',
      flag: '',
      label: 'Your own format',
      emulates: 'Callscope itself, not a server: finds calls in the one format that you define.',
      tiers: ['native', 'marked'],
    },
    customFormatProblem(definition) === null ? [toolFormat(definition)] : [],
    [],
  );
}

/** As long as nobody has defined anything. */
export const custom = customRuntime(firstCustomFormat);

function toolFormat(definition: CustomFormat): ToolFormat {
  const { open, close } = definition;
  return {
    id: 'custom',
    lineage: 'Your own',
    models: 'any',
    readers: {},
    tier: 'marked',
    example: '',
    openers: openersOf(open),
    read: readerOf(definition),
    closers: close === '' ? [] : [close],
  };
}

/** Code blocks and quotes are looked at where a line begins, before any marker is. */
function openersOf(text: string): Opener[] {
  const anywhere = { text };
  const atLineStart = { text, atLineStart: true } as const;
  if (text.startsWith('```') || text.startsWith('~~~')) return [atLineStart];
  return text.startsWith('>') ? [anywhere, atLineStart] : [anywhere];
}

function readerOf(definition: CustomFormat): (block: Block) => Resumable<number> | number {
  const { open, nameKey, argumentsKey, keyOpen, keyEnd, valueEnd } = definition;
  const close = definition.close === '' ? [] : [definition.close];
  const nameEnd = definition.nameEnd === '' ? '\n' : definition.nameEnd;
  switch (definition.body) {
    case 'json':
      return jsonCalls({
        close,
        stops: close.length === 0 ? [open, '\n\n'] : [],
        keys: { name: [nameKey], arguments: [argumentsKey] },
      });
    case 'named-json':
      return namedJson({ nameEnd: [nameEnd, '{'], close, single: true });
    case 'tagged':
      return taggedValues({
        call: { nameEnd: [nameEnd], close },
        value: { key: [keyOpen, keyEnd], open: '', close: [valueEnd] },
      });
    case 'python':
      return pythonCalls({ close });
  }
}
