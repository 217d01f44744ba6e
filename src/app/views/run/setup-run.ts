import {
  callConstraint,
  taggedCallConstraint,
  toolDefinitions,
  writeTools,
  type Setup,
  type ToolDefinition,
} from '../../../core/index.ts';
import type { ServerKind } from '../../sources/endpoint-request.ts';
import { openSource, sources, type SourceChoice } from '../../sources/index.ts';
import type { ModelSource, SourceRequest } from '../../sources/source.ts';
import { BY_PROMPT } from '../../sources/toy/toy-source.ts';
import type { PreparedRun } from './prepared-run.ts';
import { webLlmModel, type WebLlmChoice } from './webllm.svelte.ts';

const MOST_TOKENS = 32_768;

/** What the page knows of its sources beside a setup: addresses, keys, files and limits stay out of experiments. */
interface OfPage {
  readonly server: ServerKind;
  readonly address: string;
  readonly apiKey: string;
  readonly file: File | null;
  readonly webllm: WebLlmChoice;
  readonly maxTokens: number | null;
  readonly advised: (source: ModelSource) => ModelSource;
}

/** How many tokens a run may take, whatever was typed. */
export function tokenLimit(typed: number | null): number {
  return Math.min(Math.max(Math.round(typed ?? 512), 1), MOST_TOKENS);
}

/** What the tokens of a run are held to; null for nothing. */
export function constraintOf(
  held: Setup['held'],
  tools: readonly ToolDefinition[],
): NonNullable<SourceRequest['constraint']> | null {
  if (held === 'free') return null;
  return held === 'call' ? callConstraint(tools) : taggedCallConstraint(tools, 'fence');
}

/**
 * A run of an experiment, on the source of its setup with the addresses and files of the page; a sentence where it cannot be.
 *
 * @param system the system prompt with the tools in it
 */
export function prepareSetup(
  page: OfPage,
  setup: Setup,
  { system, user, seed }: { readonly system: string; readonly user: string; readonly seed: number },
): Omit<PreparedRun, 'sent'> | string {
  const tools = toolDefinitions(setup.tools);
  const choice = choiceOf(page, setup, tools);
  if (typeof choice === 'string') return choice;
  const info = sources.find(({ id }) => id === choice.id);
  if (setup.place === 'request' && info?.takesTools !== true)
    return `${info?.label ?? setup.source}: it does not accept native tools.`;
  const constraint = constraintOf(setup.held, tools);
  const opened = page.advised(openSource(choice));
  return {
    source: choice.id === 'webllm' ? page.webllm.watched(opened) : opened,
    request: {
      system,
      user,
      sampling: { temperature: setup.temperature, maxTokens: tokenLimit(page.maxTokens), seed },
      ...(constraint === null ? {} : { constraint }),
    },
  };
}

function choiceOf(page: OfPage, setup: Setup, tools: readonly ToolDefinition[]): SourceChoice | string {
  switch (setup.source) {
    case 'demo':
      return { id: 'demo', answer: BY_PROMPT, pause: 0, tools };
    case 'webllm': {
      const model = webLlmModel(setup.model);
      return model === undefined
        ? `WebLLM has no model ${setup.model}.`
        : { id: 'webllm', settings: { ...page.webllm.settings, model } };
    }
    case 'endpoint': {
      const { server: kind, address, apiKey } = page;
      const native = setup.place === 'request' ? setup.tools : '';
      return { id: 'endpoint', settings: { kind, address, model: setup.model, apiKey, tools: native } };
    }
    case 'file': {
      const native = setup.place === 'request' && tools.length > 0 ? writeTools(tools, 'openai') : '';
      return page.file === null ? 'Choose the GGUF file first.' : { id: 'file', file: page.file, tools: native };
    }
    case 'prompt-api':
      return { id: 'prompt-api' };
    default:
      return 'A replay always gives the recorded answer. Choose another source.';
  }
}
