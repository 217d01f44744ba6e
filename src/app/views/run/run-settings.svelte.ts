import {
  shimSystemPrompt,
  toolDefinitions,
  unpackRecording,
  writeTools,
  type AgentSystem,
  type Pace,
  type Setup,
} from '../../../core/index.ts';
import { demoAnswers, demoPrompt } from '../../sources/demo.ts';
import {
  endpointRequest,
  endpointUrl,
  servers,
  type EndpointSettings,
  type ServerKind,
  type WireRequest,
} from '../../sources/endpoint-request.ts';
import type { SourceError } from '../../sources/errors.ts';
import { openSource, sources, type SourceChoice } from '../../sources/index.ts';
import type { RecordedRun } from '../../sources/replay.ts';
import { curlCode } from '../../sources/request-code.ts';
import type { Availability, ModelSource, SourceRequest } from '../../sources/source.ts';
import { BY_PROMPT } from '../../sources/toy/toy-source.ts';
import { webLlmHost, webLlmPrompt } from '../../sources/webllm/source.ts';
import { modelHost } from '../../sources/wllama.ts';
import { brokenTools, isToolText } from '../../page/active-tools.ts';
import type { Conversation } from '../../page/conversation.ts';
import type { AskedPrompt } from '../prompt/asked-prompt.svelte.ts';
import type { KeptRuns } from './kept-runs.svelte.ts';
import { chunksText } from './phase-text.ts';
import type { PreparedRun, SentPart } from './prepared-run.ts';
import { requestAfter } from '../loop/request-after.ts';
import type { Results } from '../../page/reading/results.svelte.ts';
import { heldRefusal, runChanges, type RunChange, type RunFacts, type RunPlan } from './run-changes.ts';
import { ServerSettings } from './server-settings.svelte.ts';
import { constraintOf, tokenLimit } from './setup-run.ts';
import type { Session } from '../../page/session.svelte.ts';
import { WebLlmChoice } from './webllm.svelte.ts';

export { BY_PROMPT, demoAnswers, runChanges, servers };
export type { Availability, RunChange, RunPlan, ServerKind, SourceChoice };

/** 20 tokens a second: a pace that can be followed. */
const SLOW_PAUSE = 50;

/** What a model with a template is asked. */
export interface ModelChat {
  readonly file: File;
  readonly system: string;
  readonly user: string;
  /** A JSON list in OpenAI's form; '' for none. */
  readonly tools: string;
}

/** How a recorded run is replayed; null: all at once. */
export const replayPaces = {
  real: { kind: 'real', speed: 1 },
  fixed: { kind: 'fixed', interval: 100 },
  instant: null,
} as const satisfies Record<string, Pace | null>;

/** What the reader chose for the next run. Prompt and tools are those of the session; the rest is in memory only. */
export class RunSettings extends ServerSettings {
  readonly #session: Session;
  readonly #results: Results;
  readonly #kept: KeptRuns;
  readonly #asked: Pick<AskedPrompt, 'prompt'>;
  /** Adds what a source alone cannot know. */
  readonly advised: (source: ModelSource) => ModelSource;

  source = $state<SourceChoice['id']>('demo');
  answer = $state(demoAnswers[0]?.id ?? '');
  slow = $state(true);
  file = $state.raw<File | null>(null);
  readonly webllm = new WebLlmChoice();
  /** Number of a kept run; 0 for the reply on the page. */
  recorded = $state(0);
  replayPace = $state<keyof typeof replayPaces>('real');
  held = $state<RunPlan['held']>('free');
  temperature = $state<number | null>(0);
  maxTokens = $state<number | null>(512);
  /** Null for chance. */
  seed = $state<number | null>(null);
  change = $state<RunChange['id'] | null>(null);
  otherTemperature = $state<number | null>(1);

  constructor(
    session: Session,
    results: Results,
    kept: KeptRuns,
    asked: Pick<AskedPrompt, 'prompt'>,
    advise: (source: ModelSource) => ModelSource = (source) => source,
  ) {
    super(session, results);
    this.advised = advise;
    this.#asked = asked;
    this.#session = session;
    this.#results = results;
    this.#kept = kept;
  }

  /** What a second run changes; null for one run. A replay answers the same whatever changes. */
  readonly changing = $derived(this.source === 'replay' ? null : this.change);

  /** What can be replayed: the reply on the page, when it came in pieces, and the runs before. */
  readonly recordings: readonly { readonly number: number; readonly label: string }[] = $derived.by(() => {
    const { recording } = this.#session.fields;
    const page = recording === null ? [] : [{ number: 0, label: `The reply on this page${chunksText(recording)}` }];
    const kept = this.#kept.runs
      .filter(({ text }) => text !== '')
      .map(({ number, label, recording: own }) => ({
        number,
        label: `Run ${String(number)}: ${label}${chunksText(own)}`,
      }));
    return [...page, ...kept];
  });

  /** Which of them is replayed: the chosen one, as long as it is there. Null when nothing is recorded. */
  readonly recordedNumber: number | null = $derived(
    (this.recordings.find(({ number }) => number === this.recorded) ?? this.recordings[0])?.number ?? null,
  );

  /** The sources that are offered: a replay needs something recorded. */
  readonly offered = $derived(
    sources.filter(({ id }) => id !== 'replay' || this.recordings.length > 0 || this.source === 'replay'),
  );

  readonly info = $derived(sources.find(({ id }) => id === this.source) ?? sources[0]);

  readonly #toolList = $derived.by(() => toolDefinitions(this.#session.active.tools));

  /** Why nothing can be sent with the tools, as a sentence; null where it can. */
  readonly toolsProblem: string | null = $derived.by(() => {
    const isFree = this.source === 'replay' || this.plan.tools === 'none' || this.#toolList.length > 0;
    return isFree || isToolText(this.#session.fields.tools) ? null : brokenTools;
  });

  readonly plan: RunPlan = $derived.by(() => ({
    // Where a source takes no native tools, they are told in words.
    tools: this.tools === 'request' && this.info?.takesTools !== true ? 'prompt' : this.tools,
    words: this.#session.fields.compact ? 'compact' : 'full',
    held: this.info?.holds.length === 0 ? 'free' : this.held,
    temperature: between(this.temperature ?? 0, 0, 2),
  }));

  /** What goes through the template in the reader's own file; null for sources without such a file. */
  readonly chat: ModelChat | null = $derived.by(() => {
    const choice = this.#choiceOf(this.plan);
    if (choice?.id !== 'file' || this.file === null) return null;
    const { system, user } = this.#requestOf(this.plan);
    return { file: this.file, system, user, tools: choice.tools };
  });

  readonly facts: RunFacts | null = $derived(
    this.info === undefined
      ? null
      : {
          plan: this.plan,
          source: this.info,
          server: this.source === 'endpoint' ? this.server : null,
          hasTools: this.#toolList.length > 0,
          otherTemperature: between(this.otherTemperature ?? 0, 0, 2),
        },
  );

  /** Why there can be no run now, as a sentence; null when there can. */
  readonly problem: string | null = $derived.by(() => {
    if (this.#choiceOf(this.plan) === null) {
      return this.source === 'file' ? 'Choose a file first.' : 'There is no recording yet.';
    }
    const chosen = runChanges.find(({ id }) => id === this.changing);
    const refusal = this.facts === null ? null : (chosen?.refusal(this.facts) ?? heldRefusal(this.facts));
    if (refusal !== null) return refusal;
    if (this.source === 'webllm' && this.webllm.checks?.some(({ state }) => state === 'problem') === true) {
      return 'This model does not run in this browser. The list of checks says why.';
    }
    if (this.source === 'webllm' && this.webllm.raw && this.plan.held !== 'free') {
      return 'WebLLM can constrain a model to the tools only through its template.';
    }
    const wire = this.#wireOf(this.plan);
    return wire !== null && 'code' in wire ? `${wire.message} ${wire.fix}` : this.toolsProblem;
  });

  /** What will be sent. */
  readonly sent: readonly SentPart[] = $derived(this.#sentOf(this.plan));

  /** The request for a terminal; null for models in the browser. */
  readonly curl = $derived.by(() => {
    const wire = this.#wireOf(this.plan);
    return wire === null || 'code' in wire ? null : curlCode(wire, 'API_KEY');
  });

  /** Why the address cannot be asked; null when it can, or there is none. */
  readonly addressProblem: string | null = $derived.by(() => {
    if (this.source !== 'endpoint') return null;
    const url = endpointUrl(this.server, this.address);
    return 'code' in url ? `${url.message} ${url.fix}` : null;
  });

  chooseAnswer(id: string): void {
    this.answer = id;
    this.maxTokens = demoAnswers.find((answer) => answer.id === id)?.maxTokens ?? 512;
  }

  /** What is known of the chosen source before a run; null while something of it is missing. */
  availability(): Promise<Availability> | null {
    const choice = this.#choiceOf(this.plan);
    return choice === null ? null : openSource(choice).availability();
  }

  /** Null while something is missing. */
  prepare(plan: RunPlan = this.plan): PreparedRun | null {
    const choice = this.#choiceOf(plan);
    if (choice === null) return null;
    const opened = this.advised(openSource(choice));
    // A run changes what is in the cache, and may cost the graphics card.
    const source = choice.id === 'webllm' ? this.webllm.watched(opened) : opened;
    const model = choice.id === 'endpoint' ? this.model : null;
    return { source, request: this.#requestOf(plan), sent: this.#sentOf(plan), model };
  }

  /** The same for the turn after these, as the loop of `system` asks for it. */
  prepareAfter(conversation: Conversation, system: AgentSystem): PreparedRun | null {
    const prepared = this.prepare();
    if (prepared === null) return null;
    const isText = !(this.source === 'endpoint' && this.plan.tools === 'request');
    return { ...prepared, request: requestAfter(prepared.request, conversation, system, isText) };
  }

  /** What the prompt on the page and these settings would send, as a variant of an experiment. */
  readonly setup: Setup = $derived.by(() => {
    const { system, preamble, askedFormat: format, askedWords, tools, compact } = this.#session.active;
    const { tools: place, held, temperature } = this.plan;
    return {
      system,
      format,
      preamble: format === '' ? preamble : askedWords,
      isCompact: format === '' && compact,
      tools,
      place,
      held,
      temperature,
      source: this.source,
      model: this.source === 'endpoint' ? this.model : this.source === 'webllm' ? this.webllm.id : '',
      renamed: [],
    };
  });

  /** Takes over where a variant runs and how, as far as that can be had here. */
  take({ source, place, held, temperature, model }: Setup): void {
    this.source = this.offered.find(({ id }) => id === source)?.id ?? this.source;
    this.tools = place;
    this.held = held;
    this.temperature = temperature;
    if (source === 'demo') this.answer = BY_PROMPT;
    if (source === 'endpoint') this.model = model;
    if (source === 'webllm') this.webllm.id = model;
  }

  #requestOf(plan: RunPlan): SourceRequest {
    const constraint = constraintOf(plan.held, this.#toolList);
    return {
      system: this.#systemOf(plan),
      user: this.user,
      sampling: {
        temperature: plan.temperature,
        maxTokens: tokenLimit(this.maxTokens),
        ...(this.seed === null ? {} : { seed: Math.round(this.seed) }),
      },
      ...(constraint === null ? {} : { constraint }),
    };
  }

  #systemOf({ tools: where, words }: RunPlan): string {
    const { system, askedFormat } = this.#session.fields;
    const { tools } = this.#results;
    if (where !== 'prompt' || tools === null || this.#results.toolsInForce.length === 0) return system;
    // What the second of two runs changes wins over what both ask for.
    if (askedFormat !== '' && words !== 'shim') return this.#asked.prompt?.text ?? system;
    return words === 'shim' ? shimSystemPrompt(system, this.#toolList).text : tools.prompts[words].text;
  }

  #choiceOf(plan: RunPlan): SourceChoice | null {
    switch (this.source) {
      case 'demo':
        return { id: 'demo', answer: this.answer, pause: this.slow ? SLOW_PAUSE : 0, tools: this.#toolList };
      case 'webllm':
        return { id: 'webllm', settings: this.webllm.settings };
      case 'endpoint':
        return { id: 'endpoint', settings: this.#endpointOf(plan) };
      case 'file': {
        const tools = plan.tools === 'request' && this.#toolList.length > 0 ? writeTools(this.#toolList, 'openai') : '';
        return this.file === null ? null : { id: 'file', file: this.file, tools };
      }
      case 'prompt-api':
        return { id: 'prompt-api' };
      case 'replay': {
        const run = this.#recordedRun();
        return run === null ? null : { id: 'replay', run, pace: replayPaces[this.replayPace] };
      }
    }
  }

  #recordedRun(): RecordedRun | null {
    const number = this.recordedNumber;
    const kept = this.#kept.runs.find((one) => one.number === number);
    const { text, native, recording } = kept ?? this.#session.fields;
    if (number === null || recording === null) return null;
    return {
      text,
      recording: unpackRecording(recording, text.length),
      toolCallsText: native === '' ? null : native,
      finishReason: kept?.finishReason ?? null,
    };
  }

  #endpointOf(plan: RunPlan): EndpointSettings {
    const { server: kind, address, model, apiKey } = this;
    return { kind, address, model, apiKey, tools: plan.tools === 'request' ? this.#session.active.tools : '' };
  }

  /** The text of a source that sends one text; null where a template makes it. */
  #rawPromptOf(request: SourceRequest): string | null {
    if (this.source === 'demo' && this.answer !== BY_PROMPT) return demoPrompt(request, this.answer);
    const prompt = this.source === 'webllm' ? webLlmPrompt(request, this.webllm.raw) : null;
    return prompt?.kind === 'raw' ? prompt.text : null;
  }

  /** The request as it goes over the wire, or why there can be none; null for models in the browser. */
  #wireOf(plan: RunPlan): WireRequest | SourceError | null {
    return this.source === 'endpoint' ? endpointRequest(this.#endpointOf(plan), this.#requestOf(plan)) : null;
  }

  #sentOf(plan: RunPlan): readonly SentPart[] {
    if (this.source === 'replay') return [];
    const request = this.#requestOf(plan);
    const wire = this.#wireOf(plan);
    if (wire !== null) return 'code' in wire ? [] : [{ label: `POST ${wire.url}`, text: wire.body }];
    const { system, user, constraint } = request;
    const schema = constraint?.kind === 'json-schema' ? constraint.schema : constraint?.tag;
    const native = this.source === 'file' && plan.tools === 'request' ? this.#session.active.tools : '';
    const raw = this.#rawPromptOf(request);
    return [
      ...(raw !== null
        ? [{ label: 'Prompt', text: raw }]
        : [
            ...(system === '' ? [] : [{ label: 'System prompt', text: system }]),
            { label: 'User message', text: user },
          ]),
      ...(native.trim() === '' ? [] : [{ label: 'Tools for the template of the model', text: native }]),
      ...(schema === undefined
        ? []
        : [{ label: 'What the tokens have to fit', text: JSON.stringify(schema, null, 2) }]),
    ];
  }
}

/** Whether a model that runs in the browser stays loaded between runs. */
export function keepModelLoaded(keeps: boolean): void {
  modelHost.keepLoaded(keeps);
  webLlmHost.keepLoaded(keeps);
}

function between(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
