import { ThinkingCoderReader, thinkingCoderParser } from './kit/qwen-coder-reader.ts';
import { ollamaRuntime, sameReader } from './ollama-runtime.ts';

/** `Nemotron3NanoParser`: thinking up to </think> or the first call, and then what qwen3-coder reads. */
class Nemotron3NanoReader extends ThinkingCoderReader {
  /** The white space before what may become <think> is dropped at once. */
  protected override open(): boolean {
    const isDecided = super.open();
    if (!isDecided) this.tape.skipSpace();
    return isDecided;
  }
}

export const nemotron3Nano = ollamaRuntime({
  ...thinkingCoderParser,
  name: 'nemotron-3-nano',
  file: 'model/parsers/nemotron3nano.go',
  open: (request, steps) => new Nemotron3NanoReader(request, steps),
});

export const nemotron35Nano = sameReader(nemotron3Nano, 'nemotron-3.5-nano');
