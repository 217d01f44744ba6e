import {
  placeTools,
  providerOf,
  refusals,
  requestBody,
  shownSystem,
  utf8Length,
  type AgentSystem,
  type Handling,
  type PlacedTools,
  type Provider,
  type Refusal,
  type RequestBody,
  type ToolPlacement,
  type Wire,
} from '../../../core/index.ts';
import { endpointIn, endpointUrl, headersFor, keyFor } from '../../sources/endpoint-request.ts';
import { codeLanguages } from '../../sources/request-code.ts';
import type { Session } from '../../page/session.svelte.ts';
import { askedIn, emptyLoop } from '../../page/turns.ts';

export { codeLanguages };

/** One way to put the same question. */
export interface RequestWay {
  readonly wire: Wire;
  readonly placement: ToolPlacement;
}

/** A request that could be sent, and what its tools cost. */
export interface ShownRequest extends RequestWay {
  readonly provider: Provider;
  readonly body: RequestBody;
  /** The compact body without any tools. */
  readonly bare: string;
  /** UTF-8 bytes of the compact body. */
  readonly bytes: number;
  /** How many of them the tools add. */
  readonly toolBytes: number;
  readonly refusals: readonly Refusal[];
}

/** Id of the server that the paste names. */
const PASTED = 'pasted';

const sampling = { temperature: 0, maxTokens: 1024 };

/** Two requests side by side, made of the session's prompts and tools. */
export class RequestView {
  readonly #session: Session;
  readonly #named: () => string | null;
  /** What the reader chose instead of what follows from the provider; it goes when another one is chosen. */
  #chosen = $state.raw<{ readonly key: string; readonly ways: readonly RequestWay[] } | null>(null);

  caching = $state(true);

  /** @param model the model that a paste names; null for none */
  constructor(session: Session, model: () => string | null = () => null) {
    this.#session = session;
    this.#named = model;
  }

  readonly #loop = $derived.by(() => this.#session.fields.loop ?? emptyLoop);

  /** What the user asks: the question of the loop. */
  readonly user = $derived.by(() => askedIn(this.#loop));

  readonly #system: AgentSystem = $derived.by(() => shownSystem(this.#session.fields.profile));
  readonly #provider = $derived.by(() => providerOf(this.#session.fields.provider));
  readonly #handling = $derived.by(() => this.#system.providers.get(this.#session.fields.provider) ?? null);
  readonly #key = $derived.by(() => `${this.#system.id} ${this.#session.fields.provider}`);

  readonly ways: readonly RequestWay[] = $derived.by(() =>
    this.#chosen?.key === this.#key ? this.#chosen.ways : usualWays(this.#handling, this.#system),
  );

  readonly requests: readonly ShownRequest[] = $derived.by(() => this.ways.map((way) => this.#request(way)));

  ask(asked: string): void {
    this.#session.setLoop({ ...this.#loop, asked });
  }

  choose(side: number, change: Partial<RequestWay>): void {
    const ways = this.ways.map((way, index) => (index === side ? { ...way, ...change } : way));
    this.#chosen = { key: this.#key, ways };
  }

  /** The request as a program of one language; null where the address is none. */
  codeOf({ wire, provider, body }: ShownRequest, language: (typeof codeLanguages)[number]['id']): string | null {
    // It is run elsewhere, where more servers may be asked than from a page.
    const pasted = provider.id === PASTED ? provider.address : null;
    const url = pasted ?? endpointUrl(wire, provider.address ?? '', provider.model);
    const writer = codeLanguages.find(({ id }) => id === language);
    if ((typeof url !== 'string' && 'code' in url) || writer === undefined) return null;
    const { keyVariable } = provider;
    const key = keyVariable === null ? null : keyFor(wire, '');
    const request = { url: String(url), headers: headersFor(wire), key, body: body.text };
    return writer.write(request, keyVariable ?? '');
  }

  #request(way: RequestWay): ShownRequest {
    const { wire, placement } = way;
    const provider = this.#providerFor(wire);
    const { system, tools, preamble } = this.#session.active;
    const placed = placeTools(placement, system, tools, preamble);
    const body = this.#body(provider, wire, placed);
    const bare = this.#body(provider, wire, placeTools('none', system, tools)).compact;
    const bytes = utf8Length(body.compact);
    return {
      ...way,
      provider,
      body,
      bare,
      bytes,
      toolBytes: bytes - utf8Length(bare),
      refusals: refusals(wire, placed.tools),
    };
  }

  #body({ model }: Provider, wire: Wire, placed: PlacedTools): RequestBody {
    const { user, caching } = this;
    return requestBody(wire, { model, ...placed, user, sampling, stream: wire !== 'gemini', caching });
  }

  /** The server that the paste names with an endpoint of this format; null for none. */
  #pasted(wire: Wire): Provider | null {
    const usual = providerOf(wire);
    const address = endpointIn(this.#session.fields.raw, wire);
    if (usual === null || address === null) return null;
    const isOwn = usual.address !== null && address.startsWith(usual.address);
    return {
      ...usual,
      id: PASTED,
      label: 'the server in your paste',
      address,
      keyVariable: isOwn ? usual.keyVariable : null,
    };
  }

  /** The chosen provider where it speaks this format, else the server of the paste, or the one that the format is named after. */
  #providerFor(wire: Wire): Provider {
    const chosen = this.#provider;
    const speaks = chosen !== null && chosen.address !== null && this.#handling?.wire === wire;
    const provider = speaks ? chosen : (this.#pasted(wire) ?? providerOf(wire));
    if (provider === null) throw new Error(`No provider is called ${wire}.`);
    const named = this.#named();
    return named === null || !isServed(named, wire) ? provider : { ...provider, model: named };
  }
}

/** Whether a model may be asked in this format: two makers have one for their own models alone. */
function isServed(model: string, wire: Wire): boolean {
  return wire === 'anthropic' || wire === 'gemini' ? model.includes(wire === 'gemini' ? 'gemini' : 'claude') : true;
}

/** What the system does with this provider, and beside it the other way to bring the tools along. */
function usualWays(handling: Handling | null, { placements }: AgentSystem): RequestWay[] {
  const wire = handling?.wire ?? 'openai';
  const inText = { wire, placement: placements[0]?.id ?? 'none' };
  const native = { wire, placement: 'native' } as const;
  switch (handling?.tools) {
    case 'text':
      return [inText, native];
    case 'own':
    case 'none':
      return [{ wire, placement: 'none' }, inText];
    default:
      return [native, inText];
  }
}
