import type { Span } from '../../text/document/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { inputSchema } from './kit/call-input.ts';
import {
  elementWords,
  parseElements,
  type CallReading,
  type FoundCall,
  type PlacedCall,
} from './kit/element-protocol.ts';
import { lineCall } from './kit/line-call.ts';
import { MorphStream } from './kit/morph-stream.ts';
import { escapeRegExp } from './kit/names.ts';
import type { Parsed } from './kit/parts.ts';
import type { Release, ValueRules } from './kit/release.ts';
import { readRepaired } from './kit/rxml-repair.ts';
import type { ToolElement, ToolElements } from './kit/tool-elements.ts';
import { aiSdkRuntime, type AiSdkRuntime, type MiddlewareCode } from './middleware.ts';

const words = {
  ...elementWords({
    yes: 'The protocol reads each as a call.',
    no: 'The protocol looks for a line that is only the name of a tool.',
  }),
  'line-call': 'The name of a tool is alone on a line, and elements follow: the protocol reads them as its arguments.',
  'call-in-call':
    'This call is inside another one. The protocol makes a call of it as well, and repeats the text after it.',
  'tags-balanced': 'The protocol adds closing tags and removes misplaced ones before it reads the arguments.',
  'last-of-repeated': 'The protocol keeps the last of repeated elements.',
  'unreadable-elements':
    'The arguments cannot be read: closing tags are missing or wrong, or an argument of type string is repeated',
  'kept-as-text': 'The protocol keeps the call as text and tells `onError`: "Could not process XML tool call"',
} as const;

type Code = keyof typeof words;
type Steps = Recorder<Code | MiddlewareCode>;

export function morphXml(release: Release): AiSdkRuntime {
  return aiSdkRuntime({
    name: 'morph-xml',
    middleware: 'morphXmlToolMiddleware',
    formats: ['tag-per-tool'],
    reads: 'An element for each call, named like the tool, with an element for each argument.',
    words,
    release,
    parse: (text, tools, steps) => parse(text, tools, release.values, steps),
    stream: (tools) => new MorphStream(tools, release),
  });
}

function parse(text: string, tools: readonly ToolDefinition[], values: ValueRules, steps: Steps): Parsed {
  return parseElements(text, tools, steps, {
    takesOpenCloser: true,
    keepsBlankText: true,
    contentOf,
    findOther: (elements, names) => findLineCall(text, elements, names, steps),
    read: (call) => readCall(call, tools, values, steps),
  });
}

/** What is between the opening tag and the last closing tag of that name in the element. */
function contentOf(text: string, { name, contentFrom, to, isSelfClosing }: ToolElement): Span {
  if (isSelfClosing) return { from: contentFrom, to };
  const content = text.slice(contentFrom, to);
  let last = content.lastIndexOf('<');
  for (const { index } of content.matchAll(new RegExp(`</\\s*${escapeRegExp(name)}\\s*>`, 'g'))) last = index;
  return { from: contentFrom, to: contentFrom + Math.max(0, last) };
}

function findLineCall(text: string, elements: ToolElements, names: readonly string[], steps: Steps): FoundCall | null {
  const line = lineCall(text, elements, names);
  if (line !== null) steps.quirk('line-call', line.nameSpan);
  return line;
}

function readCall(call: PlacedCall, tools: readonly ToolDefinition[], values: ValueRules, steps: Steps): CallReading {
  const { name, span } = call;
  steps.read('name', call.nameSpan);
  if (call.isInside) steps.quirk('call-in-call', span);
  const read = readRepaired(call.content, inputSchema(tools, name), values);
  if (read === null) {
    steps.reject('unreadable-elements', span);
    steps.quirk('kept-as-text', span);
    return { error: `Could not process XML tool call: ${name}` };
  }
  if (read.how === 'balanced') steps.quirk('tags-balanced', span);
  else if (read.how === 'last-of-repeated') steps.quirk('last-of-repeated', span);
  return { value: read.value };
}
