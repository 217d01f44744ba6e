import { ThinkingCoderReader, thinkingCoderParser } from './kit/qwen-coder-reader.ts';
import { THINK_END, TOOL_CALL } from './kit/tags.ts';
import type { Added } from './reader.ts';
import { ollamaRuntime, sameReader } from './ollama-runtime.ts';

/** `Qwen35Parser`: thinking, and then what qwen3-coder reads. */
class Qwen35Reader extends ThinkingCoderReader {
  /** A call ends the thinking only where no </think> follows, and nothing that may become a tag. */
  protected override think(added: Added): boolean {
    const { tape } = this;
    const mayBeClosed = tape.find(THINK_END) >= 0 || tape.overlap(THINK_END, TOOL_CALL) > 0;
    const call = mayBeClosed ? -1 : tape.find(TOOL_CALL);
    const goesOn = this.thinkTo(added, call);
    // Ollama puts the missing </think> into its buffer, and drops the blanks after the opener.
    if (call >= 0) tape.skipSpace();
    return goesOn;
  }
}

export const qwen35 = ollamaRuntime({
  ...thinkingCoderParser,
  name: 'qwen3.5',
  file: 'model/parsers/qwen35.go',
  open: (request, steps) => new Qwen35Reader(request, steps),
});

export const ornith = sameReader(qwen35, 'ornith');
