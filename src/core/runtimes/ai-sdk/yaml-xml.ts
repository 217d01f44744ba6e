import type { Span } from '../../document/span.ts';
import type { ToolDefinition } from '../../tools/tool.ts';
import type { Recorder } from '../../trace/recorder.ts';
import { closedRoot } from './kit/closed-root.ts';
import { toolNames } from './kit/names.ts';
import { textPart, type Parsed, type Part } from './kit/parts.ts';
import { ToolElements, type ToolElement } from './kit/tool-elements.ts';
import { readYamlBody } from './kit/yaml-body.ts';
import { YamlStream } from './kit/yaml-stream.ts';
import { aiSdkRuntime, type MiddlewareCode } from './middleware.ts';

const KEPT = 'Could not parse YAML tool call';

const words = {
  'names-a-tool': {
    question: 'Is there an element that is named like a declared tool?',
    yes: 'The protocol reads its content as YAML.',
    no: 'The protocol finds no call.',
  },
  'no-tools': 'No tools are declared: the protocol returns the text.',
  'closed-root': 'The whole text is one self-closing tag with the arguments in it: the protocol adds the missing tag.',
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
  const names = toolNames(tools);
  const whole = { from: 0, to: text.length };
  if (names.length === 0) {
    steps.quirk('no-tools', whole);
    return { parts: [{ kind: 'text', ...whole, text }], errors: [] };
  }
  const found = new ToolElements(text, false).all(names);
  const [first] = found;
  steps.gate(
    'names-a-tool',
    first !== undefined,
    whole,
    first === undefined ? null : { from: first.from, to: first.contentFrom },
  );
  if (first !== undefined) return readElements(text, found, steps, null);
  const root = closedRoot(text, names);
  const mended = root === null ? [] : new ToolElements(root.repaired, false).all(names);
  if (root === null || mended.length === 0) return readElements(text, [], steps, null);
  steps.quirk('closed-root', whole);
  return readElements(root.repaired, mended, steps, { ...whole, body: root.body });
}

/** @param place where the text is in the reply, where it is not the reply itself */
function readElements(
  text: string,
  elements: readonly ToolElement[],
  steps: Steps,
  place: (Span & { readonly body: Span }) | null,
): Parsed {
  const parts: Part[] = [];
  const errors: string[] = [];
  let at = 0;
  const addText = (to: number): void => {
    const piece = text.slice(at, to);
    if (piece.trim() === '') return;
    parts.push(
      ...(place === null
        ? textPart(text, at, to)
        : [{ kind: 'text' as const, from: place.from, to: place.to, text: piece }]),
    );
  };
  for (const { name, from, contentFrom, to, isSelfClosing } of elements) {
    const span = place === null ? { from, to } : { from: place.from, to: place.to };
    if (from < at) {
      steps.quirk('call-in-call', span);
      continue;
    }
    addText(from);
    const content = { from: contentFrom, to: isSelfClosing ? contentFrom : to - `</${name}>`.length };
    const body = readYamlBody(text.slice(content.from, content.to));
    const shown = place?.body ?? content;
    const nameFrom = text.indexOf(name, from);
    const nameSpan = place === null ? { from: nameFrom, to: nameFrom + name.length } : span;
    steps.enter('block', name, span);
    steps.read('name', nameSpan);
    if (body.ok) {
      const argumentsSpan = shown.from < shown.to ? { from: shown.from, to: shown.to } : null;
      parts.push({ kind: 'call', span, name, nameSpan, argumentsText: JSON.stringify(body.args), argumentsSpan });
    } else {
      if (body.at < 0) steps.reject('not-a-mapping', shown);
      else steps.reject('not-yaml', shown, Math.min(shown.from + body.at, shown.to));
      steps.quirk('kept-as-text', span);
      errors.push(KEPT);
      at = from;
      addText(to);
    }
    steps.leave(span, body.ok ? 'matched' : 'malformed');
    at = to;
  }
  addText(text.length);
  return { parts, errors };
}
