import type { Span } from '../../text/document/index.ts';
import { BlockReader } from './kit/block-reader.ts';
import { callIn, decodeFailure, readCallJson } from './kit/call-block.ts';
import { nameAndArguments } from './kit/call-json.ts';
import { blockSearches, THINK } from './kit/tags.ts';
import { Failure, type FoundCall, type Request, type Steps } from './reader.ts';
import { ollamaRuntime } from './ollama-runtime.ts';

/** `Qwen3Parser`: JSON in <tool_call>, after thinking where the model thinks. */
class Qwen3Reader extends BlockReader {
  protected override readonly trimsBody = true;

  constructor(request: Request, steps: Steps, thinks: boolean) {
    super(request, steps, thinks && request.thinking !== false ? 'opening' : 'content');
  }

  /** As long as only white space has followed a leading <think>, another one counts as leading. */
  protected override open(): boolean {
    const { tape } = this;
    const isOpened = tape.passLeading(THINK);
    if (isOpened === true) tape.skipSpace();
    return isOpened !== null && !tape.isEmpty && this.go('thinking');
  }

  protected override readCall(body: Span, block: Span): FoundCall | Failure {
    const decoded = readCallJson(this.steps, this.text, body, nameAndArguments);
    if (!decoded.ok) return decodeFailure(this.steps, decoded, body, 'failed to parse JSON: ');
    if (decoded.name !== '') return callIn(block, decoded);
    this.steps?.reject('missing-name', body);
    return new Failure('empty function name', 'missing-name', body);
  }
}

const parser = {
  file: 'model/parsers/qwen3.go',
  formats: ['hermes'],
  reads: 'JSON with name and arguments in <tool_call>; one bad block is an error for the whole reply.',
  ...blockSearches,
};

export const qwen3 = ollamaRuntime({
  ...parser,
  name: 'qwen3',
  open: (request, steps) => new Qwen3Reader(request, steps, false),
});

/** The reply begins with thinking, which a call ends as well. */
export const qwen3Thinking = ollamaRuntime({
  ...parser,
  name: 'qwen3-thinking',
  asksThinking: true,
  open: (request, steps) => new Qwen3Reader(request, steps, true),
});
