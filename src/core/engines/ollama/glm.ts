import type { Span } from '../../text/document/index.ts';
import { trimGo } from '../../text/languages/index.ts';
import { Arguments } from './kit/arguments.ts';
import { BlockReader } from './kit/block-reader.ts';
import { inBlock } from './kit/call-block.ts';
import { readGlmXml, readRepairedGlmXml, type GlmCall } from './kit/glm-xml.ts';
import { blockSearches, THINK, THINK_END, TOOL_CALL, TOOL_CALL_END } from './kit/tags.ts';
import { beforeGoSpace } from './kit/tape.ts';
import { own, readAs, toolNamed, typedBlock, typesOf } from './kit/typed-value.ts';
import { Failure, type Added, type FoundCall, type Request, type Steps } from './reader.ts';
import { ollamaRuntime } from './ollama-runtime.ts';

/** `GLM46Parser`: the name and then keys and values in tags. */
class GlmReader extends BlockReader {
  protected override readonly trimsBody = true;

  /** @param thinks that the prompt ends with <think> unless the request forbids thinking */
  constructor(request: Request, steps: Steps, thinks: boolean) {
    super(request, steps, thinks && request.thinking !== false ? 'thinking' : 'opening');
  }

  protected override read(added: Added, done: boolean): Failure | null {
    const failure = super.read(added, done);
    const opener = this.openBlock;
    return failure === null && done && opener !== null ? this.#finish(added, opener) : failure;
  }

  /** Without a leading <think> the reply begins with content. */
  protected override open(): boolean {
    const isOpened = this.tape.passLeading(THINK);
    return isOpened !== null && this.go(isOpened ? 'before-thinking' : 'content');
  }

  /** No call ends the thinking. */
  protected override think(added: Added): boolean {
    return this.takeThinking(added, THINK_END) && this.go('before-content');
  }

  protected override readCall(body: Span, block: Span): FoundCall | Failure {
    const { steps, text } = this;
    const strict = readGlmXml(text, body);
    let call = strict;
    if ('error' in strict) {
      steps?.quirk('repair-tried', body);
      call = readRepairedGlmXml(text, body, steps);
    }
    if ('error' in call) {
      const { error, from } = strict as Exclude<typeof strict, GlmCall>;
      steps?.reject('xml-error', body, from, null, { detail: error });
      return new Failure(`failed to parse XML: ${error}`, 'xml', body, { at: from });
    }
    const problem = pairProblem(call);
    if (problem !== null) {
      steps?.reject(problem.code, body);
      return new Failure(problem.message, problem.code, body);
    }
    const name = trimGo(call.name);
    const tool = toolNamed(this.request.tools, name);
    const args = new Arguments();
    steps?.read('name', call.nameSpan);
    for (const [index, key] of call.keys.entries()) {
      const value = call.values[index];
      if (value === undefined) break;
      const types = typesOf(tool, trimGo(key.text));
      steps?.read('key', key.inner);
      const json = typedBlock(value.text, types);
      steps?.read(readAs(json), value.inner);
      args.set(trimGo(key.text), json);
    }
    const { nameSpan } = call;
    const first = call.keys[0] ?? { from: nameSpan.to };
    const last = Math.max(first.from, call.values.at(-1)?.to ?? 0);
    const argumentsSpan = call.keys.length === 0 ? null : { from: first.from, to: last };
    return { span: block, name, nameSpan, argumentsText: args.text, argumentsSpan };
  }

  /** The answer ends in a call: it counts only if nothing but the closing tag is missing. */
  #finish(added: Added, opener: number): Failure | null {
    const { steps, tape, text } = this;
    const partial = tape.overlap(TOOL_CALL_END);
    const end = text.length - partial;
    const body = { from: tape.at, to: partial > 0 ? beforeGoSpace(text, tape.at, end) : end };
    const block = { from: opener, to: text.length };
    const call = inBlock(steps, { ...block, open: TOOL_CALL, close: '' }, () => {
      steps?.quirk('unclosed-at-end', { from: opener, to: body.from });
      const problem = this.#unfinished(body);
      if (problem === null) return this.readCall(body, block);
      steps?.reject(problem.code, body, problem.at);
      return new Failure(`incomplete GLM tool call: ${problem.message}`, 'incomplete', body, { at: problem.at });
    });
    tape.at = text.length;
    this.go('content');
    if (call instanceof Failure) return call;
    added.calls.push(call);
    return null;
  }

  #unfinished(body: Span): Problem | null {
    const call = readGlmXml(this.text, body);
    if ('error' in call) return { code: 'xml-error', message: call.error, at: call.from };
    const problem = pairProblem(call);
    if (problem !== null) return problem;
    const name = trimGo(call.name);
    const tool = toolNamed(this.request.tools, name);
    const at = call.nameSpan.from;
    const quoted = JSON.stringify(name);
    if (tool === undefined) return { code: 'not-declared', message: `tool ${quoted} is not declared`, at };
    const keys = call.keys.map((key) => trimGo(key.text));
    if (keys.includes('')) return { code: 'empty-key', message: 'empty argument name', at };
    const required = own(tool.schema, 'required');
    const missing = (Array.isArray(required) ? required : []).find(
      (key) => typeof key === 'string' && !keys.includes(key),
    );
    if (missing === undefined) return null;
    const message = `required argument ${JSON.stringify(missing)} is missing for tool ${quoted}`;
    return { code: 'required-missing', message, at };
  }
}

interface Problem {
  readonly code: string;
  readonly message: string;
  readonly at?: number;
}

/** No name, or not as many keys as values. */
function pairProblem({ name, keys, values }: GlmCall): Problem | null {
  if (trimGo(name) === '') return { code: 'missing-name', message: 'empty function name' };
  if (keys.length === values.length) return null;
  const counts = `${keys.length} keys, ${values.length} values`;
  return { code: 'unpaired', message: `mismatched arg_key and arg_value counts: ${counts}` };
}

const parser = {
  file: 'model/parsers/glm46.go',
  formats: ['glm-4.5'],
  reads:
    '<tool_call>NAME with <arg_key> and <arg_value>; missing tags are repaired, a block that stays broken is an error.',
  ...blockSearches,
  words: {
    'xml-error': "Go's XML decoder rejects the block",
    'repair-tried': "Go's XML decoder rejects the block. Ollama adds the tags that are missing and tries again.",
    unpaired: 'There are not as many keys as values',
    'empty-key': 'A key is empty: Ollama does not accept that in a block without a closing tag',
    'required-missing': 'A required parameter is missing: Ollama checks that only in a block without a closing tag',
    'raises-unpaired': 'Ollama returns an error: there are not as many keys as values.',
    'raises-incomplete':
      'Ollama returns an error: the reply ends within a call, and more than its closing tag is missing.',
  },
};

/** The reply begins with thinking, which only </think> ends. */
export const glm47 = ollamaRuntime({
  ...parser,
  name: 'glm-4.7',
  asksThinking: true,
  open: (request, steps) => new GlmReader(request, steps, true),
});

export const glmOcr = ollamaRuntime({
  ...parser,
  name: 'glm-ocr',
  open: (request, steps) => new GlmReader(request, steps, false),
});
