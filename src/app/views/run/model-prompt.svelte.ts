import { loadTemplateSources, type GgufModel, type LlamacppModel, type LlamacppPrompt } from '../../../core/index.ts';
import { openWorker } from '../../worker/client.ts';
import { Asked } from '../../page/asked.svelte.ts';
import type { Page } from '../../page/page.svelte.ts';
import { dateText } from '../prompt/template/open-template.svelte.ts';
import { bytesOf, readGgufHeader } from '../prompt/template/read-gguf-header.ts';
import { Running } from './running.ts';

export type { LlamacppPrompt };

/** The worker that renders the templates of models: one that never ends must not hold up the tab Template. */
class ModelPromptClient {
  readonly worker = openWorker('core', 'templates');
}

/** What the header of a model file says, or why it could not be read. */
export type ReadModel =
  | { readonly ok: true; readonly model: GgufModel }
  | { readonly ok: false; readonly reason: string };

/** The prompt that a model from the reader's disk will get: made by our own engine from the template in its file. */
export class ModelPrompt extends Asked<'llamacpp-prompt'> {
  /** The file that `read` is of. */
  file: File | null = $state.raw(null);
  /** Null while it is read. */
  read: ReadModel | null = $state.raw(null);

  #date = $state('');

  constructor(page: Pick<Page, 'session' | 'results' | 'of'>) {
    const { settings } = page.of(Running);
    super({
      worker: () => page.of(ModelPromptClient).worker,
      after: 150,
      job: () => {
        const { system, user, tools } = settings.chat ?? { system: '', user: '', tools: '' };
        const model = this.read?.ok === true ? modelOf(this.read.model, tools !== '') : nothingKnown;
        return { kind: 'llamacpp-prompt', model, system, user, tools, date: this.#date };
      },
    });
  }

  /** Reads the header of a file, once. `now` is what the template is told of the time. */
  readonly open = async (file: File, now: Date): Promise<void> => {
    if (this.file === file) return;
    this.#date = dateText(now);
    this.file = file;
    this.read = null;
    const read = await readModel(file);
    if (this.file === file) this.read = read;
  };
}

const nothingKnown: LlamacppModel = { template: null, bos: '', eos: '', addsBos: null };

async function readModel(file: File): Promise<ReadModel> {
  const { FIRST_GGUF_BYTES, isGguf, readGgufModel, sourceProblemText } = await loadTemplateSources();
  const begin = await bytesOf(file, FIRST_GGUF_BYTES);
  if (begin === null) return { ok: false, reason: 'The browser could not read the file. Check that it still exists.' };
  if (!isGguf(begin)) return { ok: false, reason: 'This file is not a model in GGUF format. Choose another one.' };
  const reading = await readGgufHeader(file, begin, readGgufModel);
  return reading.ok ? reading : { ok: false, reason: sourceProblemText(reading.problem) };
}

/** The template that llama.cpp takes: the one for tools where there are tools, and the only one where there is one. */
export function modelOf({ templates, variables, addsBos }: GgufModel, hasTools: boolean): LlamacppModel {
  const named = (name: string): string | undefined => templates.find((one) => one.name === name)?.text;
  const template = (hasTools ? named('tool_use') : undefined) ?? named('default') ?? named('tool_use') ?? null;
  const token = (name: string): string => {
    const value = variables[name];
    return typeof value === 'string' ? value : '';
  };
  return { template, bos: token('bos_token'), eos: token('eos_token'), addsBos };
}
