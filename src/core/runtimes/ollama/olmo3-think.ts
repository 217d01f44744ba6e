import { THINK_END } from './kit/tags.ts';
import { ollamaRuntime } from './ollama-runtime.ts';
import { put, Reader, type Added } from './reader.ts';

/** `Olmo3ThinkParser`: thinking and then content; it has no tool support, and the server gives it no other reader. */
class Olmo3ThinkReader extends Reader {
  #isThinking = true;

  protected override read(added: Added): null {
    const { tape } = this;
    if (this.#isThinking) {
      const close = tape.find(THINK_END);
      put(added.thinking, close < 0 ? tape.takeCertain(THINK_END) : tape.trimmedTo(close));
      if (close < 0) return null;
      this.steps?.marker(THINK_END, 'close', close, close + THINK_END.length);
      tape.at = close + THINK_END.length;
      tape.skipSpace();
      this.#isThinking = false;
    }
    put(added.content, tape.takeAll());
    return null;
  }
}

export const olmo3Think = ollamaRuntime({
  name: 'olmo3-think',
  file: 'model/parsers/olmo3_think.go',
  formats: ['olmo3'],
  reads: 'Thinking up to </think>, and content. It never finds a call.',
  thinkingEnd: THINK_END,
  tags: [THINK_END],
  open: (request, steps) => new Olmo3ThinkReader(request, steps),
});
