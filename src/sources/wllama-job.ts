import type { Sampling } from './source.ts';

/** What the page asks of the worker that runs llama.cpp. It answers with source events. */
export interface WllamaJob {
  /** A GGUF file of this page, or one of the reader's own. */
  readonly model: 'demo' | Blob;
  readonly prompt: WllamaPrompt;
  readonly sampling: Sampling;
  /** Context window in tokens. */
  readonly context: number;
  /** Milliseconds between two pieces of text, at least. */
  readonly pause: number;
}

/** `raw`: what the model reads, character by character. `chat`: goes through the template in the file of the model. */
export type WllamaPrompt =
  | { readonly kind: 'raw'; readonly text: string }
  | { readonly kind: 'chat'; readonly system: string; readonly user: string };
