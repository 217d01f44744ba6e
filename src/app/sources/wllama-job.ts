import type { Constraint } from '../../core/index.ts';
import type { Sampling, SourceEvent } from './source.ts';

/** What the worker that runs llama.cpp is asked for. */
export interface WllamaJob {
  /** A GGUF file of this page, or one of the reader's own. A worker loads the one of its first job. */
  readonly model: 'demo' | Blob;
  readonly prompt: WllamaPrompt;
  readonly sampling: Sampling;
  /** Of the kinds there are, llama.cpp can be held to a schema. */
  readonly constraint?: Constraint;
  /** Context window in tokens. */
  readonly context: number;
  /** Milliseconds between two pieces of text, at least. */
  readonly pause: number;
}

/** `raw`: what the model reads, character by character. `chat`: goes through the template in the file of the model. */
type WllamaPrompt =
  | { readonly kind: 'raw'; readonly text: string }
  | {
      readonly kind: 'chat';
      readonly system: string;
      readonly user: string;
      /** For the template: a JSON array of tools in OpenAI's form; '' for none. */
      readonly tools: string;
    };

export type WllamaOrder = { readonly kind: 'run'; readonly job: WllamaJob } | { readonly kind: 'stop' };

export type WllamaAnswer =
  | SourceEvent
  /** A chunk of a chat completion, as JSON on one line. */
  | { readonly kind: 'chunk'; readonly line: string }
  /** To every order to stop: nothing runs any more, and the model is still loaded. */
  | { readonly kind: 'stopped' };
