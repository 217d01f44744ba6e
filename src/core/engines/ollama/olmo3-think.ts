import { THINK_END } from './kit/tags.ts';
import { ollamaRuntime } from './ollama-runtime.ts';
import { put, Reader, type Added } from './reader.ts';

/** `Olmo3ThinkParser`: thinking and then content; it has no tool support, and the server gives it no other reader. */
class Olmo3ThinkReader extends Reader {
  #isThinking = true;

  protected override step(added: Added): boolean {
    const { tape } = this;
    if (this.#isThinking) {
      if (!this.takeThinking(added, THINK_END)) return false;
      tape.skipSpace();
      this.#isThinking = false;
    }
    put(added.content, tape.takeAll());
    return false;
  }
}

export const olmo3Think = ollamaRuntime({
  name: 'olmo3-think',
  file: 'model/parsers/olmo3_think.go',
  formats: ['olmo3'],
  reads: 'Thinking up to </think>, and content. It never finds a call.',
  documented:
    'Taken from its source: the reader has no tool support, and the server gives the reply to no other reader.',
  thinkingEnd: THINK_END,
  tags: [THINK_END],
  open: (request, steps) => new Olmo3ThinkReader(request, steps),
});
