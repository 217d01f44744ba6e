import type { Span } from '../../../text/document/index.ts';
import type { Failure, FoundCall, Request, Steps } from '../reader.ts';
import { BlockReader } from './block-reader.ts';
import { readQwenXml, qwenXmlWords } from './qwen-xml.ts';
import { blockSearches } from './tags.ts';

/** XML in <tool_call>. */
export class QwenCoderReader extends BlockReader {
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

/** The same after thinking, unless the request forbids that. */
export abstract class ThinkingCoderReader extends QwenCoderReader {
  constructor(request: Request, steps: Steps) {
    super(request, steps, request.thinking === false ? 'content' : 'opening');
  }
}

export const thinkingCoderParser = { ...qwenCoderParser, ...blockSearches, asksThinking: true };
