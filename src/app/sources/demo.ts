import answers from './demo-answers.json';
import type { ModelSource, SourceRequest } from './source.ts';
import { modelHost, RUNTIME_BYTES, wllamaAvailability } from './wllama.ts';

/** What the demo model can say; scripts/make-demo-model.js writes it into the model. */
export interface DemoAnswer {
  readonly id: string;
  readonly label: string;
  readonly text: string;
  /** A limit that makes the answer what it is; null where it ends on its own. */
  readonly maxTokens: number | null;
}

export const demoAnswers: readonly DemoAnswer[] = answers.map((answer) => ({ maxTokens: null, ...answer }));

/** What the model can read, in tokens; every byte of a prompt is one. */
const CONTEXT = 16_384;

/** The prompt, word for word. The model looks at nothing but the last token, which chooses the answer. */
export function demoPrompt({ system, user }: Pick<SourceRequest, 'system' | 'user'>, answer: string): string {
  const asked = [system, user].filter((part) => part !== '').join('\n\n');
  return `${asked}\n\n<|answer:${answer}|>`;
}

/** @param pause Milliseconds between two tokens, at least: on its own the model is done before anybody has seen it write. */
export function demoSource(answer: string, pause: number): ModelSource {
  return {
    id: 'demo',
    availability: () => Promise.resolve(wllamaAvailability(RUNTIME_BYTES + 100_000)),
    open: (request, signal) =>
      modelHost.run(
        {
          model: 'demo',
          prompt: { kind: 'raw', text: demoPrompt(request, answer) },
          sampling: request.sampling,
          ...(request.constraint === undefined ? {} : { constraint: request.constraint }),
          context: CONTEXT,
          pause,
        },
        signal,
      ),
  };
}
