import {
  systemOf,
  type AgentSystem,
  type TemplateConversation,
  type TemplateSettings,
} from '../../../../core/index.ts';
import { emptyTemplate, templateConversations, type TemplateState } from '../../../permalink/state.ts';
import { openWorker } from '../../../worker/client.ts';
import { Asked } from '../../../page/asked.svelte.ts';
import { Looping } from '../../loop/looping.svelte.ts';
import type { Page } from '../../../page/page.svelte.ts';
import { augmentedConversation, plainConversation, type CaseConversation } from './case-conversation.ts';

export type { FoundInTemplate, RenderedConversation, TemplateDialect } from '../../../../core/index.ts';
export type { TemplateState };
export type { TemplateConversation as ConversationId } from '../../../permalink/state.ts';

export { templateConversations };

/** The worker that renders templates: started by the first, and kept, because every keystroke asks it again. */
class TemplatesClient {
  readonly worker = openWorker('core', 'templates');
}

/** Another worker for what is found out about a template: that takes longer than a keystroke may. */
class FindingsClient {
  readonly worker = openWorker('core', 'templates');
}

function settingsOf(template: TemplateState | null): TemplateSettings {
  const { tools, variables, documents, thinking, generation, textArguments, date } = template ?? emptyTemplate;
  return { tools, variables, documents, thinking, generation, textArguments, date };
}

/** What goes wrong between the template and the messages of the case, and what the template teaches. */
export class TemplateFindings extends Asked<'template-findings'> {
  constructor(page: Pick<Page, 'session' | 'of'>) {
    super({
      worker: () => page.of(FindingsClient).worker,
      after: 400,
      job: () => {
        const { template, text: reply } = page.session.fields;
        const of = (id: string) => page.of(Templating).conversationOf(id) ?? { messages: [], tools: null };
        return {
          kind: 'template-findings',
          text: template?.text ?? '',
          reply,
          conversation: of('before'),
          after: of('after'),
          ...settingsOf(template),
        };
      },
    });
  }
}

/** What the prompt ends inside of that the model had before it wrote the reply. */
export class PromptEnding extends Asked<'prompt-end'> {
  constructor(page: Pick<Page, 'session' | 'of'>) {
    super({
      worker: () => page.of(TemplatesClient).worker,
      after: 200,
      job: () => {
        const { template } = page.session.fields;
        const conversation = page.of(Templating).conversationOf('before') ?? { messages: [], tools: null };
        return { kind: 'prompt-end', text: template?.text ?? '', conversation, ...settingsOf(template) };
      },
    });
  }
}

/** What the template of the case makes of its conversations. */
export class Templating extends Asked<'template'> {
  readonly #page: Pick<Page, 'session' | 'results' | 'of'>;
  readonly #looping: Looping;

  constructor(page: Pick<Page, 'session' | 'results' | 'of'>) {
    super({
      worker: () => page.of(TemplatesClient).worker,
      // At once: of questions that come while one is answered, only the newest is asked.
      after: 0,
      job: () => {
        const { template } = page.session.fields;
        const { text, shown, against, columns } = template ?? emptyTemplate;
        const alone = against === null ? [shown] : [shown, against];
        const fixed = templateConversations.filter((id) => this.conversationOf(id) === null);
        return {
          kind: 'template',
          text,
          ...settingsOf(template),
          conversations: templateConversations.map((id) => ({ id, conversation: this.conversationOf(id) })),
          // Narrow screens show the chosen one, whatever is chosen for wide ones.
          wanted: columns ? [...alone, ...fixed.filter((id) => !alone.includes(id))] : alone,
        };
      },
    });
    this.#page = page;
    this.#looping = page.of(Looping);
  }

  /** The system of the runtime that writes the tools into the system prompt; null where the template gets them. */
  get augmenting(): AgentSystem | null {
    const { profile } = this.#page.session.fields;
    return this.#page.results.toolsInForce.length === 0 ? null : systemOf(profile);
  }

  change(change: Partial<TemplateState>): void {
    const { session } = this.#page;
    const { template } = session.fields;
    if (template !== null) session.set({ template: { ...template, ...change } });
  }

  /** The messages and tools of the case, before its reply or after it; null for the conversations that are fixed. */
  conversationOf(id: string): TemplateConversation | null {
    if (id !== 'before' && id !== 'after') return null;
    const { fields, active } = this.#page.session;
    const count = id === 'after' && fields.text + fields.native !== '' ? undefined : this.#looping.index;
    const held: CaseConversation = {
      system: fields.system,
      asked: this.#looping.asked,
      turns: this.#looping.turns.slice(0, count),
      contents: this.#looping.contents.slice(0, count),
      tools: active.tools,
      preamble: fields.preamble,
      compact: fields.compact,
    };
    const system = fields.template?.augmented === true ? this.augmenting : null;
    return system === null
      ? plainConversation(held, this.#page.results.toolsInForce)
      : augmentedConversation(held, system);
  }
}
