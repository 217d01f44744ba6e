import { isObject, own, type JsonValue } from '../../json/node.ts';
import type { Span } from '../../document/span.ts';
import type { ToolDefinition } from '../../tools/tool.ts';
import type { Recorder } from '../../trace/recorder.ts';
import { inputOf } from './kit/call-input.ts';
import { withEscapedControls } from './kit/escaped-controls.ts';
import { allowedArguments } from './kit/hermes-arguments.ts';
import { CLOSE, HermesBlocks, OPEN } from './kit/hermes-blocks.ts';
import { repairCall } from './kit/hermes-repair.ts';
import { partsInJson } from './kit/json-parts.ts';
import { textPart, type CallPart, type Parsed, type Part, type ProtocolStream, type Sent } from './kit/parts.ts';
import { potentialStart } from './kit/potential-start.ts';
import { writesPrototypeKey } from './kit/prototype-keys.ts';
import { readRelaxed, relaxedWords } from './kit/relaxed-json.ts';
import { aiSdkRuntime, type MiddlewareCode } from './middleware.ts';

const KEPT = 'Could not process JSON tool call, keeping original text.';

const words = {
  ...relaxedWords,
  'opener-unclosed': `No \`${CLOSE}\` follows outside of strings and comments: this opener is text`,
  'opener-before-opener': 'Another call begins before this one ends: this opener is text',
  'closer-in-string': `The protocol skips this \`${CLOSE}\`: it is in a string or a comment.`,
  'escaped-controls': 'The protocol escapes raw control characters in strings before it reads the JSON.',
  'no-name': 'A call must be an object with a string `name`',
  'prototype-key':
    'The protocol refuses the keys `__proto__`, `constructor` and `prototype`: they could change the prototype of objects',
  'schema-refuses': 'The schema of the tool does not allow these arguments',
  'repaired-call':
    'The protocol repairs the call: it cuts the arguments at what looks like keys and escapes the quotes in between.',
  'kept-as-text': `The protocol keeps the block as text and tells \`onError\`: "${KEPT}"`,
} as const;

type Code = keyof typeof words;
type Steps = Recorder<Code | MiddlewareCode>;

export const hermes = aiSdkRuntime({
  name: 'hermes',
  middleware: 'hermesToolMiddleware',
  formats: ['hermes'],
  reads: 'Relaxed JSON between <tool_call> and </tool_call>; without such a call, JSON anywhere in the text.',
  words,
  parse,
  stream: (tools) => new HermesStream(tools),
});

function parse(text: string, tools: readonly ToolDefinition[], steps: Steps): Parsed {
  const blocks = new HermesBlocks(text);
  const parts: Part[] = [];
  const errors: string[] = [];
  let at = 0;
  /** Text that is only white space is dropped. */
  const addText = (to: number): void => {
    if (text.slice(at, to).trim() !== '') parts.push(...textPart(text, at, to));
  };
  for (let open = text.indexOf(OPEN); open >= 0; open = text.indexOf(OPEN, at)) {
    const bodyFrom = open + OPEN.length;
    const { end, nested } = blocks.boundary(bodyFrom);
    if (end < 0 || nested >= 0) {
      steps.reject(end < 0 ? 'opener-unclosed' : 'opener-before-opener', { from: open, to: bodyFrom });
      addText(bodyFrom);
      at = bodyFrom;
      continue;
    }
    addText(open);
    at = end + CLOSE.length;
    const block = { from: open, to: at };
    steps.enter('block', OPEN, block);
    steps.marker(OPEN, 'open', open, bodyFrom);
    const call = readBlock(text, { from: bodyFrom, to: end }, tools, steps);
    steps.marker(CLOSE, 'close', end, at);
    if (call === null) {
      steps.quirk('kept-as-text', block);
      errors.push(KEPT);
      parts.push(...textPart(text, open, at));
    } else {
      parts.push({ ...call, span: block });
    }
    steps.leave(block, call === null ? 'malformed' : 'matched');
  }
  addText(text.length);
  return { parts, errors };
}

function readBlock(text: string, body: Span, tools: readonly ToolDefinition[], steps: Steps): CallPart | null {
  const skipped = text.slice(body.from, body.to).indexOf(CLOSE);
  if (skipped >= 0) {
    steps.quirk('closer-in-string', { from: body.from + skipped, to: body.from + skipped + CLOSE.length });
  }
  const called = calledIn(text.slice(body.from, body.to), tools);
  if (called.isEscaped) steps.quirk('escaped-controls', body);
  if (called.refusal !== null) steps.reject(called.refusal.code, body, body.from + called.refusal.at);
  if (called.call === null) return null;
  if (called.refusal !== null) steps.quirk('repaired-call', body);
  const { name, input, isCoerced } = called.call;
  const parts = partsInJson(text, body, name);
  steps.read('name', parts.nameSpan);
  if (isCoerced) steps.read('coerced-arguments', parts.argumentsSpan);
  return { kind: 'call', span: body, name, argumentsText: input, ...parts };
}

interface Called {
  readonly call: { readonly name: string; readonly input: string; readonly isCoerced: boolean } | null;
  /** Why the JSON is no call; where there is a call nevertheless, the repair found it. */
  readonly refusal: { readonly code: Code; readonly at: number } | null;
  readonly isEscaped: boolean;
}

/** @param repairs false for a block without an end */
function calledIn(body: string, tools: readonly ToolDefinition[], repairs = true): Called {
  const escaped = withEscapedControls(body);
  const isEscaped = escaped !== body;
  const reading = readRelaxed(escaped);
  const refused = (code: Code, at = 0): Called => {
    const repaired = repairs ? repairCall(body, tools) : null;
    const call = repaired && callOf(repaired.name, repaired.args, repaired.args, tools);
    return { call, refusal: { code, at }, isEscaped };
  };
  if (!reading.ok) return refused(reading.code, isEscaped ? 0 : reading.at);
  const { value } = reading;
  const name = isObject(value) ? own(value, 'name') : undefined;
  if (!isObject(value) || typeof name !== 'string') return refused('no-name');
  if (writesPrototypeKey(body)) return refused('prototype-key');
  const written = own(value, 'arguments');
  const args = allowedArguments(written, name, tools);
  if (args === undefined) return refused('schema-refuses');
  return { call: callOf(name, written, args, tools), refusal: null, isEscaped };
}

/** @param written the arguments before anything was converted */
function callOf(
  name: string,
  written: JsonValue | undefined,
  args: JsonValue,
  tools: readonly ToolDefinition[],
): Called['call'] {
  const input = inputOf(args, name, tools);
  return { name, input, isCoerced: input !== JSON.stringify(written ?? {}) };
}

/** A block that cannot be read is swallowed; only `onError` hears of it. */
class HermesStream implements ProtocolStream {
  readonly #tools: readonly ToolDefinition[];
  /** What came and is not decided. */
  #buffer = '';
  /** What of the open block was taken from the buffer; null outside of blocks. */
  #body: string | null = null;

  constructor(tools: readonly ToolDefinition[]) {
    this.#tools = tools;
  }

  push(delta: string): readonly Sent[] {
    this.#buffer += delta;
    const sent: Sent[] = [];
    for (;;) {
      if (this.#body !== null) {
        if (!this.#closeBlock(this.#body, sent)) break;
        continue;
      }
      const open = this.#buffer.indexOf(OPEN);
      if (open < 0) break;
      if (open > 0) sent.push({ kind: 'text', text: this.#buffer.slice(0, open) });
      this.#buffer = this.#buffer.slice(open + OPEN.length);
      this.#body = '';
    }
    this.#release(sent);
    return sent;
  }

  end(): readonly Sent[] {
    const buffer = this.#buffer;
    if (this.#body === null) return buffer === '' ? [] : [{ kind: 'text', text: buffer }];
    if (this.#body === '' && buffer === '') return [];
    const call = this.#body === '' ? null : calledIn(this.#body, this.#tools, false).call;
    if (call !== null) return [{ kind: 'call', name: call.name, argumentsText: call.input }];
    return [{ kind: 'error', message: 'Could not complete streaming JSON tool call at finish.' }];
  }

  /** Whether the open block ends in the buffer. */
  #closeBlock(body: string, sent: Sent[]): boolean {
    if (!this.#buffer.includes(CLOSE)) return false;
    const text = body + this.#buffer;
    const { end, nested } = new HermesBlocks(text).boundary(0);
    if (end < body.length) return false;
    this.#body = null;
    if (nested >= 0) {
      sent.push({
        kind: 'error',
        message: 'Could not process malformed streaming JSON tool call before nested start.',
      });
      this.#buffer = text.slice(nested);
      return true;
    }
    this.#buffer = text.slice(end + CLOSE.length);
    const { call } = calledIn(text.slice(0, end), this.#tools);
    sent.push(
      call === null
        ? { kind: 'error', message: 'Could not process streaming JSON tool call.' }
        : { kind: 'call', name: call.name, argumentsText: call.input },
    );
    return true;
  }

  /** All but what may be the beginning of a tag. */
  #release(sent: Sent[]): void {
    const held = potentialStart(this.#buffer, this.#body === null ? OPEN : CLOSE);
    // A closing tag in a string is whole, and no reason to wait.
    const to = held < 0 || this.#buffer.startsWith(CLOSE, held) ? this.#buffer.length : held;
    const text = this.#buffer.slice(0, to);
    this.#buffer = this.#buffer.slice(to);
    if (this.#body !== null) this.#body += text;
    else if (text !== '') sent.push({ kind: 'text', text });
  }
}
