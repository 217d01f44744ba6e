import type { Span } from '../../document/span.ts';
import { BlockReader } from './kit/block-reader.ts';
import { readQwenXml, qwenXmlWords } from './kit/qwen-xml.ts';
import { TOOL_CALL, TOOL_CALL_END } from './kit/tags.ts';
import type { Failure, FoundCall } from './reader.ts';
import { ollamaRuntime } from './ollama-runtime.ts';

/** `Qwen3CoderParser`: XML in <tool_call>. */
export class Qwen3CoderReader extends BlockReader {
  protected override readCall(body: Span, block: Span): FoundCall | Failure {
    return readQwenXml(this.steps, this.text, body, block, this.request.tools);
  }
}

/** What readers of this format share. */
export const qwenCoderParser = {
  formats: ['qwen3-coder-xml'],
  reads:
    '<function=NAME> with <parameter=KEY> in <tool_call>, as strict XML; one bad block is an error for the whole reply.',
  words: qwenXmlWords,
};

export const qwen3Coder = ollamaRuntime({
  ...qwenCoderParser,
  name: 'qwen3-coder',
  file: 'model/parsers/qwen3coder.go',
  opener: TOOL_CALL,
  tags: [TOOL_CALL, TOOL_CALL_END],
  open: (request, steps) => new Qwen3CoderReader(request, steps, 'content'),
});
