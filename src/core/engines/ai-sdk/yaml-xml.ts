import type { Span } from '../../text/document/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Recorder } from '../../trace/index.ts';
import { inputSchema } from './kit/call-input.ts';
import { elementWords, parseElements, type CallReading, type PlacedCall } from './kit/element-protocol.ts';
import type { Parsed } from './kit/parts.ts';
import type { Release } from './kit/release.ts';
import type { ToolElement } from './kit/tool-elements.ts';
import { aiSdkRuntime, type AiSdkRuntime, type MiddlewareCode } from './middleware.ts';

const KEPT = 'Could not parse YAML tool call';

const words = {
  ...elementWords({ yes: 'The protocol reads its content as YAML.', no: 'The protocol finds no call.' }),
  'call-in-call': 'This element is inside a call: the protocol skips it.',
  'not-yaml': 'The YAML has an error',
  'not-a-mapping': 'The YAML is not a mapping, and arguments must be one',
  'kept-as-text': `The protocol keeps the call as text and tells \`onError\`: "${KEPT}"`,
  'not-yaml-but':
    'The content is no YAML mapping: the protocol reads it as elements, or as lines that begin with declared keys.',
  'dropped-call':
    'This call has the key `__proto__`, `constructor` or `prototype`: the client gets neither the call nor the text.',
} as const;

type Code = keyof typeof words;
type Steps = Recorder<Code | MiddlewareCode>;

export function yamlXml(release: Release): AiSdkRuntime {
  return aiSdkRuntime<Code>({
    name: 'yaml-xml',
    middleware: 'yamlXmlToolMiddleware',
    formats: ['yaml-xml'],
    reads: 'An element for each call, named like the tool, with the arguments as YAML.',
    words,
    release,
    parse: (text, tools, steps) => parse(text, tools, release, steps),
    stream: (tools) => release.yaml.stream(tools, release),
  });
}

function parse(text: string, tools: readonly ToolDefinition[], release: Release, steps: Steps): Parsed {
  return parseElements(text, tools, steps, {
    takesOpenCloser: false,
    keepsBlankText: false,
    contentOf,
    otherParts: (piece, base) => release.yaml.otherParts(piece, base, tools),
    read: (call) => readCall(call, tools, release, steps),
  });
}

/** All up to a closing tag without white space, however the closing tag is written. */
function contentOf(_text: string, { name, contentFrom, to, isSelfClosing }: ToolElement): Span {
  return { from: contentFrom, to: isSelfClosing ? contentFrom : to - `</${name}>`.length };
}

function readCall(
  { name, nameSpan, span, content, contentSpan, isInside, text }: PlacedCall,
  tools: readonly ToolDefinition[],
  release: Release,
  steps: Steps,
): CallReading | null {
  if (isInside) {
    steps.quirk('call-in-call', span);
    return null;
  }
  const body = release.yaml.body(content, inputSchema(tools, name));
  const isDropped = !body.ok && release.guard.writes(text);
  steps.enter('block', name, span);
  steps.read('name', nameSpan);
  if (!body.ok) {
    if (body.at < 0) steps.reject('not-a-mapping', contentSpan);
    else steps.reject('not-yaml', contentSpan, Math.min(contentSpan.from + body.at, contentSpan.to));
    steps.quirk(isDropped ? 'dropped-call' : 'kept-as-text', span);
  } else if (body.how === 'other') {
    steps.quirk('not-yaml-but', contentSpan);
  }
  steps.leave(span, body.ok ? 'matched' : 'malformed');
  return body.ok ? { value: body.args } : { error: KEPT, isDropped };
}
