import { reasoningMarkers } from '../../formats/index.ts';

/** What is known of the prompt before a reply. */
export interface PromptQuestion {
  /** How the prompt ends, as the chat template renders it; null where nobody rendered it. */
  readonly prompt?: string | null;
  /** The name of the model; null where nobody knows it. */
  readonly model?: string | null;
  /** The reply. */
  readonly text?: string;
}

/** What a prompt had done with the thinking when the reply began. */
export interface PromptOpened {
  /** `open`: the reply begins inside of the thinking. `closed`: the prompt ended it. `unknown`: nothing says so. */
  readonly state: 'open' | 'closed' | 'unknown';
  /** What says so. */
  readonly by: 'prompt' | 'model' | 'text' | null;
  /** The tag of the model; null where nothing is known of it. */
  readonly tag: { readonly open: string; readonly close: string } | null;
  /** The same in a sentence; empty where nothing is known. */
  readonly sentence: string;
}

const unknown: PromptOpened = { state: 'unknown', by: null, tag: null, sentence: '' };

/** Models whose chat templates end a prompt with the opening tag while thinking is on. */
const opening: readonly { readonly models: RegExp; readonly open: string; readonly close: string }[] = [
  { models: /qwen-?3[^/]*-thinking|qwq|qwen-?3\.[5-9]/i, open: '<think>', close: '</think>' },
  { models: /deepseek-?r1|r1-distill|deepseek-?v3\.2|deepseek-?v4/i, open: '<think>', close: '</think>' },
  {
    models: /glm-?4\.7|minimax-?m2|nemotron-nano-v2|nemotron-?3|laguna|spark-?2\.5/i,
    open: '<think>',
    close: '</think>',
  },
  { models: /kimi-?k3/i, open: '<|open|>think<|sep|>', close: '<|close|>think<|sep|>' },
];

/** Tags that end nothing but thinking. */
const speaking = reasoningMarkers.filter(([, close]) => /think|thought|reasoning/i.test(close));

/**
 * Whether a reply begins inside of thinking that the prompt opened. The rendered prompt counts first, then the reply itself
 * (a closing tag without an opening one before it), then the name of the model.
 */
export function promptOpened({ prompt = null, model = null, text = '' }: PromptQuestion): PromptOpened {
  return byPrompt(prompt) ?? byText(text) ?? byModel(model, text) ?? unknown;
}

function byPrompt(prompt: string | null): PromptOpened | null {
  if (prompt === null || prompt === '') return null;
  const end = prompt.trimEnd();
  for (const [open, close] of reasoningMarkers) {
    const tag = { open, close };
    if (end.endsWith(open.trimEnd())) {
      const sentence = `The prompt ends with \`${open.trim()}\`, so the reply counts as thinking up to \`${close.trim()}\`.`;
      return { state: 'open', by: 'prompt', tag, sentence };
    }
    if (end.endsWith(close.trimEnd())) {
      const sentence = `The prompt ends with \`${close.trim()}\`: it ended the thinking before the reply began.`;
      return { state: 'closed', by: 'prompt', tag, sentence };
    }
  }
  return null;
}

function byText(text: string): PromptOpened | null {
  for (const [open, close] of speaking) {
    const closer = text.indexOf(close.trim());
    if (closer < 0) continue;
    const opener = text.indexOf(open.trim());
    if (opener >= 0 && opener < closer) return null;
    const sentence = `The reply has \`${close.trim()}\` and no \`${open.trim()}\` before it: the prompt opened the thinking.`;
    return { state: 'open', by: 'text', tag: { open, close }, sentence };
  }
  return null;
}

function byModel(model: string | null, text: string): PromptOpened | null {
  const known = model === null ? undefined : opening.find(({ models }) => models.test(model));
  if (known === undefined || text.trimStart().startsWith(known.open)) return null;
  const { open, close } = known;
  const sentence = `While thinking is on, the template of this model ends the prompt with \`${open}\`: the reply counts as thinking up to \`${close}\`.`;
  return { state: 'open', by: 'model', tag: { open, close }, sentence };
}
