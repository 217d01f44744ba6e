import { endpointUrl, servers, type ServerKind } from '../../sources/endpoint-request.ts';
import type { Results } from '../../page/reading/results.svelte.ts';
import type { Session } from '../../page/session.svelte.ts';
import { PastedRequest } from './pasted-request.svelte.ts';

/** An address of a server and what it speaks, as somebody typed it. */
interface TypedServer {
  readonly kind: ServerKind;
  readonly address: string;
}

/** The server that a run asks. This browser keeps its address; the key for it is in memory only. */
export class ServerSettings extends PastedRequest {
  readonly #session: Session;
  #typed: TypedServer | null = $state.raw(null);

  constructor(session: Session, results: Results) {
    super(session, results);
    this.#session = session;
  }

  get #server(): TypedServer {
    return this.#typed ?? this.#session.fields.server ?? { kind: 'openai', address: servers[0]?.address ?? '' };
  }

  get server(): ServerKind {
    return this.#server.kind;
  }

  get address(): string {
    return this.#server.address;
  }

  set address(address: string) {
    this.#take({ kind: this.server, address });
  }

  #take(typed: TypedServer): void {
    this.#typed = typed;
    const url = endpointUrl(typed.kind, typed.address);
    // What is not the address of a server is half typed; and what follows the path may be a key.
    if (!('code' in url) && url.search === '') this.#session.set({ server: typed });
  }

  /** Whether the next visit finds the address here. */
  get isAddressKept(): boolean {
    return this.#typed === null || this.#session.fields.server?.address === this.address;
  }

  /** The origin that an API key is for; null while the address is none. */
  readonly origin: string | null = $derived.by(() => {
    const url = endpointUrl(this.server, this.address);
    return 'code' in url ? null : url.origin;
  });

  readonly apiKey: string = $derived.by(() =>
    this.origin === null ? '' : (this.#session.fields.apiKeys[this.origin] ?? ''),
  );

  setApiKey(key: string): void {
    if (this.origin !== null) this.#session.setApiKey(this.origin, key);
  }

  chooseServer(kind: ServerKind): void {
    const info = servers.find((server) => server.kind === kind);
    if (info === undefined) return;
    // What was typed stays; only the addresses and models offered here give way.
    const isOurs = servers.some(({ address }) => address === this.address);
    if (servers.some(({ model }) => model === this.model)) this.model = info.model;
    this.#take({ kind, address: isOurs ? info.address : this.address });
  }

  /** What the server has takes the place of our own guess; what was typed stays. */
  offerModels(models: readonly string[]): void {
    const [first] = models;
    if (first === undefined || models.includes(this.model)) return;
    if (servers.some(({ model }) => model === this.model)) this.model = first;
  }
}
