import type { Constraint } from '../../../core/index.ts';
import type { Sampling, SourceEvent } from '../source.ts';
import type { WebLlmModel } from './models.ts';

/** What the page asks of the worker that runs WebLLM. */
export type WebLlmMessage = { readonly kind: 'run'; readonly job: WebLlmJob } | { readonly kind: 'interrupt' };

export interface WebLlmJob {
  /** Comes back with every answer. */
  readonly run: number;
  readonly model: WebLlmModel;
  readonly prompt: WebLlmPrompt;
  readonly sampling: Sampling;
  readonly constraint: Constraint | null;
}

/** `raw`: what the model reads, character by character. `chat`: goes through the template of the model. */
export type WebLlmPrompt =
  | { readonly kind: 'raw'; readonly text: string }
  | { readonly kind: 'chat'; readonly system: string; readonly user: string };

/** What the worker answers. A run ends with `done` or `failed`, also when it was interrupted. */
export interface WebLlmAnswer {
  readonly run: number;
  readonly event: SourceEvent;
}
