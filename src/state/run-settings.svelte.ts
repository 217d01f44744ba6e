import type { LoopRuntime } from '../core/index.ts';
import { demoAnswers, demoPrompt } from '../sources/demo.ts';
import { endpointRequest, endpointUrl, servers, type ServerKind } from '../sources/endpoint-request.ts';
import { openSource, sources, type SourceChoice } from '../sources/index.ts';
import { curlCode } from '../sources/request-code.ts';
import type { Availability, ModelSource, SourceRequest } from '../sources/source.ts';
import type { Conversation } from './conversation.ts';
import { requestAfter } from './request-after.ts';
import type { Results } from './results.svelte.ts';
import type { Session } from './session.svelte.ts';
import { DEFAULT_QUESTION } from './turns.ts';

export { demoAnswers, servers, sources };
export type { Availability, ServerKind, SourceChoice };

/** A text that goes to the model, word for word. */
export interface SentPart {
  readonly label: string;
  readonly text: string;
}

/** 20 tokens a second: a pace that can be followed. */
const SLOW_PAUSE = 50;

const MOST_TOKENS = 32_768;

/** What the reader chose for the next run. Prompt and tools are those of the session; the rest is in memory only. */
export class RunSettings {
  readonly #session: Session;
  readonly #results: Results;

  source = $state<SourceChoice['id']>('demo');
  answer = $state(demoAnswers[0]?.id ?? '');
  slow = $state(true);
  server = $state<ServerKind>('openai');
  address = $state(servers[0]?.address ?? '');
  model = $state(servers[0]?.model ?? '');
  file = $state.raw<File | null>(null);
  /** Where the tools go: into the text of the system prompt, into the request, or nowhere. */
  tools = $state<'prompt' | 'request' | 'none'>('prompt');
  user = $state(DEFAULT_QUESTION);
  temperature = $state<number | null>(0);
  maxTokens = $state<number | null>(512);

  constructor(session: Session, results: Results) {
    this.#session = session;
    this.#results = results;
  }

  readonly info = $derived(sources.find(({ id }) => id === this.source) ?? sources[0]);

  /** The origin that an API key is for; null while the address is none. */
  readonly origin = $derived.by(() => {
    const url = endpointUrl(this.server, this.address);
    return 'code' in url ? null : url.origin;
  });

  readonly apiKey = $derived.by(() => (this.origin === null ? '' : (this.#session.fields.apiKeys[this.origin] ?? '')));

  readonly request: SourceRequest = $derived.by(() => ({
    system: this.#system(),
    user: this.user,
    sampling: {
      temperature: Math.min(Math.max(this.temperature ?? 0, 0), 2),
      maxTokens: Math.min(Math.max(Math.round(this.maxTokens ?? 512), 1), MOST_TOKENS),
    },
  }));

  /** The request for the turn after these, as the loop of `runtime` makes it. */
  requestAfter(conversation: Conversation, runtime: LoopRuntime): SourceRequest {
    const isText = !(this.source === 'endpoint' && this.tools === 'request');
    return requestAfter(this.request, conversation, runtime, isText);
  }

  /** Null while something is missing. */
  readonly choice: SourceChoice | null = $derived.by(() => {
    switch (this.source) {
      case 'demo':
        return { id: 'demo', answer: this.answer, pause: this.slow ? SLOW_PAUSE : 0 };
      case 'endpoint':
        return { id: 'endpoint', settings: this.#endpoint() };
      case 'file':
        return this.file === null ? null : { id: 'file', file: this.file };
      case 'prompt-api':
        return { id: 'prompt-api' };
    }
  });

  /** The request as it goes over the wire, or why there can be none; null for models in the browser. */
  readonly wire = $derived.by(() =>
    this.source === 'endpoint' ? endpointRequest(this.#endpoint(), this.request) : null,
  );

  readonly curl = $derived.by(() =>
    this.wire === null || 'code' in this.wire ? null : curlCode(this.wire, 'API_KEY'),
  );

  /** What will be sent. */
  readonly sent: readonly SentPart[] = $derived.by(() => {
    const { system, user } = this.request;
    if (this.source === 'demo') return [{ label: 'Prompt', text: demoPrompt(this.request, this.answer) }];
    if (this.wire !== null)
      return 'code' in this.wire ? [] : [{ label: `POST ${this.wire.url}`, text: this.wire.body }];
    return [
      ...(system === '' ? [] : [{ label: 'System prompt', text: system }]),
      { label: 'User message', text: user },
    ];
  });

  chooseServer(kind: ServerKind): void {
    const info = servers.find((server) => server.kind === kind);
    if (info === undefined) return;
    // What was typed stays; only the addresses and models offered here give way.
    if (servers.some(({ address }) => address === this.address)) this.address = info.address;
    if (servers.some(({ model }) => model === this.model)) this.model = info.model;
    this.server = kind;
  }

  chooseAnswer(id: string): void {
    this.answer = id;
    this.maxTokens = demoAnswers.find((answer) => answer.id === id)?.maxTokens ?? 512;
  }

  setApiKey(key: string): void {
    if (this.origin !== null) this.#session.setApiKey(this.origin, key);
  }

  open(choice: SourceChoice): ModelSource {
    return openSource(choice);
  }

  #system(): string {
    const { system, compact } = this.#session.fields;
    const { tools } = this.#results;
    const isInPrompt = this.tools === 'prompt' || (this.tools === 'request' && this.source !== 'endpoint');
    if (!isInPrompt || tools === null || tools.tools.length === 0) return system;
    return (compact ? tools.prompts.compact : tools.prompts.full).text;
  }

  #endpoint(): Extract<SourceChoice, { id: 'endpoint' }>['settings'] {
    const { server: kind, address, model, apiKey } = this;
    return { kind, address, model, apiKey, tools: this.tools === 'request' ? this.#session.fields.tools : '' };
  }
}
