import type { JsonObject, JsonValue } from '../text/json/index.ts';
import {
  parseTemplate,
  render,
  type Rendering,
  strftime,
  type TemplateFailure,
  type TemplateTime,
} from '../jinja/index.ts';

/** What llama.cpp knows of a model's prompts, from the header of its file. */
export interface LlamacppModel {
  /** Null where the file has none. */
  readonly template: string | null;
  /** The token that begins a text; '' where the file names none. */
  readonly bos: string;
  readonly eos: string;
  /** Whether it is put before every prompt; null where the file does not say, and the kind of tokenizer decides. */
  readonly addsBos: boolean | null;
}

/** What it is asked. */
export interface LlamacppChat {
  /** '' for none. */
  readonly system: string;
  readonly user: string;
  /** Null for none. */
  readonly tools: readonly JsonObject[] | null;
}

export interface LlamacppPrompt {
  /** '' where the template failed. */
  readonly prompt: string;
  readonly failure: TemplateFailure | null;
  /**
   * What cannot be known from the file: `bos`, whether the token that begins a text is put before the prompt; `thinking`,
   * whether `enable_thinking` is true, which changes this prompt.
   */
  readonly unsure: readonly ('bos' | 'thinking')[];
}

/** What llama.cpp takes for a file without a template. */
const chatml = `{%- for message in messages %}{{- '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}{%- endfor %}{%- if add_generation_prompt %}{{- '<|im_start|>assistant\\n' }}{%- endif %}`;

const allowance = { steps: 2_000_000, characters: 8_000_000 } as const;

/**
 * The prompt that llama.cpp makes of a system prompt and a question, as wllama 3.8.1 was seen to do it: its variables, and
 * one token at the beginning where the template writes it too. Never throws.
 */
export function llamacppPrompt(model: LlamacppModel, chat: LlamacppChat, now: TemplateTime): LlamacppPrompt {
  const parsing = parseTemplate(model.template ?? chatml);
  if (!parsing.ok) return { prompt: '', failure: parsing.failure, unsure: [] };
  const messages: JsonValue = [
    ...(chat.system === '' ? [] : [{ role: 'system', content: chat.system }]),
    { role: 'user', content: chat.user },
  ];
  const rendered = (thinks: boolean): Rendering => {
    const variables: Readonly<Record<string, JsonValue>> = {
      bos_token: model.bos,
      eos_token: model.eos,
      add_generation_prompt: true,
      enable_thinking: thinks,
      date_string: strftime('%d %b %Y', now),
      datetime: strftime('%b %d %Y', now),
    };
    const tools: JsonValue = chat.tools === null ? null : [...chat.tools];
    const absent = chat.tools === null ? ['tools', 'documents'] : ['documents'];
    return render(parsing.template, { messages, tools, variables, absent }, { now, allowance });
  };
  const { prompt: written, failure } = rendered(true);
  if (failure !== null) return { prompt: '', failure, unsure: [] };
  const hasBos = model.bos !== '' && written.startsWith(model.bos);
  const unsure: LlamacppPrompt['unsure'][number][] = [];
  if (model.bos !== '' && !hasBos && model.addsBos === null) unsure.push('bos');
  if (rendered(false).prompt !== written) unsure.push('thinking');
  return { prompt: model.addsBos === true && !hasBos ? model.bos + written : written, failure: null, unsure };
}
