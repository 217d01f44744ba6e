import type { Span } from '../../text/document/index.ts';
import { BlockReader } from './kit/block-reader.ts';
import { callIn, decodeFailure, readCallJson } from './kit/call-block.ts';
import type { CallStruct } from './kit/call-json.ts';
import { blockSearches, THINK_END, TOOL_CALL, TOOL_CALL_END } from './kit/tags.ts';
import type { Failure, FoundCall, Request, Steps } from './reader.ts';
import { ollamaRuntime } from './ollama-runtime.ts';

const struct: CallStruct = {
  type: 'api.ToolCallFunction',
  name: 'ToolCallFunction',
  fields: { number: 'index', name: 'name', arguments: 'arguments' },
};

/** `Qwen3VLParser`: the same format, read by other rules. The model that thinks always begins with it. */
class Qwen3VlReader extends BlockReader {
  protected override readonly dropsLaterBlanks = true;

  constructor(request: Request, steps: Steps, thinks: boolean) {
    super(request, steps, thinks ? 'thinking' : 'content');
  }

  protected override readCall(body: Span, block: Span): FoundCall | Failure {
    const decoded = readCallJson(this.steps, this.text, body, struct);
    if (!decoded.ok) return decodeFailure(this.steps, decoded, body, '');
    if (decoded.name === '') this.steps?.quirk('nameless-call', body);
    return callIn(block, decoded);
  }
}

const parser = {
  file: 'model/parsers/qwen3vl.go',
  formats: ['hermes'],
  reads: 'JSON with name and arguments in <tool_call>, even without a name; one bad block is an error.',
  ...blockSearches,
  tags: [THINK_END, TOOL_CALL, TOOL_CALL_END],
};

export const qwen3VlInstruct = ollamaRuntime({
  ...parser,
  name: 'qwen3-vl-instruct',
  open: (request, steps) => new Qwen3VlReader(request, steps, false),
});

/** The reply begins with thinking, whatever the request says. */
export const qwen3VlThinking = ollamaRuntime({
  ...parser,
  name: 'qwen3-vl-thinking',
  open: (request, steps) => new Qwen3VlReader(request, steps, true),
});
