import { type Server, serverOf } from '../../page/reading/capabilities.ts';
import type { Page } from '../../page/page.svelte.ts';
import { goldenLine, type GoldenLine } from '../../parser-file/golden-line.ts';
import { differenceOf, type Difference } from '../../parser-file/same-answer.ts';
import type { Answer } from '../../parser-file/protocol.ts';
import { openWorker } from '../../worker/client.ts';
import { readBoth } from './file-parser.ts';
import { namesakeOf } from './namesake.ts';
import { OwnParser } from './own-parser.svelte.ts';

type Kind = Difference | 'raised';

/** A text that the file reads otherwise than the emulation. */
export interface Differing {
  readonly difference: Kind;
  readonly id: string;
  /** What the file returns: null where it raises. */
  readonly theirs: Answer | null;
  readonly ours: Answer;
}

interface Group {
  readonly difference: Kind;
  readonly texts: readonly Differing[];
}

export interface Comparison {
  /** The server that was compared, by its label. */
  readonly label: string;
  readonly tried: number;
  /** Grouped by what differs. */
  readonly groups: readonly Group[];
  /** What the file answered to every text, as lines of golden data. */
  readonly lines: readonly GoldenLine[];
}

/** The emulation of the page's server against the file of the reader. */
export class ComparingOurs {
  readonly #page: Page;
  result: Comparison | null = $state.raw(null);
  progress: { readonly done: number; readonly total: number } | null = $state.raw(null);
  problem = $state('');
  #run = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  /** The server that is compared: the emulation of the file's name, else the page's own. */
  get server(): Server {
    const { session, runtimes } = this.#page;
    const { parser, files } = this.#page.of(OwnParser);
    const file = parser === null ? undefined : files[parser.file];
    const own = serverOf(session.fields);
    const namesake = parser === null || file === undefined ? null : namesakeOf(parser, file, runtimes.list);
    return namesake === null || namesake === own.runtime ? own : { ...own, runtime: namesake, reasoning: '' };
  }

  /** Compares on the reply of the page and on all texts that the server's original was asked. */
  async run(): Promise<void> {
    const { session, runtimes, results } = this.#page;
    const own = this.#page.of(OwnParser);
    const { fields } = session;
    const { server } = this;
    this.#run += 1;
    const run = this.#run;
    this.result = null;
    this.problem = '';
    this.progress = { done: 0, total: 1 };
    const info = runtimes.find(server.runtime);
    const label = info?.label ?? server.runtime;
    const { testTexts } = await import('./test-texts.ts');
    const reply = { id: 'reply', text: fields.text, tools: results.toolsInForce };
    const texts = [reply, ...(info === undefined ? [] : await testTexts(info))];
    const core = openWorker('core', 'parser-compare');
    const differing: Differing[] = [];
    const lines: GoldenLine[] = [];
    try {
      for (const [place, { id, text, tools }] of texts.entries()) {
        const given = tools.map(({ name, description = '', schema }) => ({
          name,
          description,
          ...(schema === undefined ? {} : { parameters: schema }),
        }));
        const theirs = await readBoth(own, text, given);
        const ours = await core.run({
          kind: 'extract',
          text,
          toolCallsText: '',
          ...server,
          tools: JSON.stringify(tools),
        });
        if (run !== this.#run) return;
        if (theirs === null || !ours.ok) {
          this.problem = theirs === null ? own.problem : ours.ok ? '' : ours.message;
          return;
        }
        const [whole, stream] = theirs;
        const [engine = '', parser = ''] = server.runtime.split(':');
        lines.push(goldenLine({ id, engine, parser, text, tools }, whole, stream));
        const calls = ours.answer.calls.map(({ name, argumentsText, returnedText }) => ({
          name,
          argumentsText: returnedText ?? argumentsText,
        }));
        const answer: Answer = { calls, content: ours.answer.content, reasoning: null };
        const difference = whole.problem === null ? differenceOf(whole.answer, answer) : 'raised';
        if (difference !== null) differing.push({ difference, id, theirs: whole.answer, ours: answer });
        this.progress = { done: place + 1, total: texts.length };
      }
      this.result = {
        label,
        tried: texts.length,
        groups: groupsOf(differing),
        lines,
      };
    } finally {
      core.dispose();
      if (run === this.#run) this.progress = null;
    }
  }

  stop(): void {
    this.#run += 1;
    this.progress = null;
    this.#page.of(OwnParser).stop();
  }
}

const kinds: readonly Kind[] = ['raised', 'calls', 'arguments', 'content', 'reasoning'];

function groupsOf(differing: readonly Differing[]): Group[] {
  return kinds
    .map((difference) => ({ difference, texts: differing.filter((one) => one.difference === difference) }))
    .filter(({ texts }) => texts.length > 0);
}
