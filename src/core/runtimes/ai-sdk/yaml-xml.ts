import type { Span } from '../../document/span.ts';
import type { ToolDefinition } from '../../tools/tool.ts';
import type { Recorder } from '../../trace/recorder.ts';
import { elementWords, parseElements, type CallReading, type PlacedCall } from './kit/element-protocol.ts';
import type { Parsed } from './kit/parts.ts';
import type { ToolElement } from './kit/tool-elements.ts';
import { readYamlBody } from './kit/yaml-body.ts';
import { YamlStream } from './kit/yaml-stream.ts';
import { aiSdkRuntime, type MiddlewareCode } from './middleware.ts';

const KEPT = 'Could not parse YAML tool call';

const words = {
  ...elementWords({ yes: 'The protocol reads its content as YAML.', no: 'The protocol finds no call.' }),
  'call-in-call': 'This element is inside a call: the protocol skips it.',
  'not-yaml': 'The YAML has an error',
  'not-a-mapping': 'The YAML is not a mapping, and arguments must be one',
  'kept-as-text': `The protocol keeps the call as text and tells \`onError\`: "${KEPT}"`,
} as const;

type Code = keyof typeof words;
type Steps = Recorder<Code | MiddlewareCode>;

export const yamlXml = aiSdkRuntime({
  name: 'yaml-xml',
  middleware: 'yamlXmlToolMiddleware',
  formats: ['yaml-xml'],
  reads: 'An element for each call, named like the tool, with the arguments as YAML.',
  words,
  parse,
  stream: (tools) => new YamlStream(tools),
});

function parse(text: string, tools: readonly ToolDefinition[], steps: Steps): Parsed {
  return parseElements(text, tools, steps, {
    takesOpenCloser: false,
    keepsBlankText: false,
    contentOf,
    read: (call) => readCall(call, steps),
  });
}

/** All up to a closing tag without white space, however the closing tag is written. */
function contentOf(_text: string, { name, contentFrom, to, isSelfClosing }: ToolElement): Span {
  return { from: contentFrom, to: isSelfClosing ? contentFrom : to - `</${name}>`.length };
}

function readCall(
  { name, nameSpan, span, content, contentSpan, isInside }: PlacedCall,
  steps: Steps,
): CallReading | null {
  if (isInside) {
    steps.quirk('call-in-call', span);
    return null;
  }
  const body = readYamlBody(content);
  steps.enter('block', name, span);
  steps.read('name', nameSpan);
  if (!body.ok) {
    if (body.at < 0) steps.reject('not-a-mapping', contentSpan);
    else steps.reject('not-yaml', contentSpan, Math.min(contentSpan.from + body.at, contentSpan.to));
    steps.quirk('kept-as-text', span);
  }
  steps.leave(span, body.ok ? 'matched' : 'malformed');
  return body.ok ? { value: body.args } : { error: KEPT };
}
