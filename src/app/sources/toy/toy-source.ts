import type { ToolDefinition } from '../../../core/index.ts';
import type { ModelSource } from '../source.ts';
import { toyAnswer } from './toy-answer.ts';

/** The answer of the demo model that depends on the prompt. */
export const BY_PROMPT = 'by-prompt';

/** Characters of a token, about. */
const TOKEN = 4;

/** @param pause Milliseconds between two tokens, at least. */
export function toySource(tools: readonly ToolDefinition[], pause: number): ModelSource {
  return {
    id: 'demo',
    availability: () => Promise.resolve({ kind: 'ready' }),
    async *open({ system, user, sampling }, signal) {
      yield { kind: 'progress', phase: 'prompt' };
      const seed = sampling.seed ?? Math.floor(Math.random() * 2 ** 31);
      const whole = toyAnswer({ system, user, tools, temperature: sampling.temperature, seed });
      const text = whole.slice(0, TOKEN * sampling.maxTokens);
      for (let at = 0; at < text.length; at += TOKEN) {
        // Also without a pause the page has to get its turn.
        if (pause > 0 || at === 0) await wait(pause, signal);
        if (signal.aborted) return;
        yield { kind: 'text', text: text.slice(at, at + TOKEN) };
      }
      yield {
        kind: 'done',
        finishReason: text.length < whole.length ? 'length' : 'stop',
        usage: { input: Math.ceil((system.length + user.length) / TOKEN), output: Math.ceil(text.length / TOKEN) },
        toolCallsText: null,
        notes: [],
      };
    },
  };
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
