import { AskedReply, extract, openStream } from '../src/core/index.ts';
import { loadProjects, projectList } from '../src/core/reader/runtimes.ts';
import type { Runtime } from '../src/core/engines/runtime.ts';
import { autoTexts, bareTexts, chatcliTexts, fencedTexts } from '../tests/hostile-texts.ts';
import { quickGrowth, timesInTurn, type Work } from './measure.ts';
import { atMost, printRow, printTitle } from './table.ts';

const tools = [{ name: 'write', schema: { type: 'object', properties: { text: { type: 'string' } } } }, { name: 'f' }];

/** Replies of about 2 KB in which many engines find something. */
const replies: Readonly<Record<string, string>> = {
  Hermes: `I write it down.\n<tool_call>\n${JSON.stringify({ name: 'write', arguments: { text: 'Some "text". '.repeat(150) } })}\n</tool_call>`,
  'Qwen3-Coder XML': `<tool_call>\n<function=write>\n<parameter=text>\n${'Some "text". '.repeat(150)}\n</parameter>\n</function>\n</tool_call>`,
  prose: 'The quick brown fox, it said, jumps over the lazy dog. '.repeat(37),
};

const hostile = [...bareTexts, ...fencedTexts, ...chatcliTexts, ...autoTexts];

/**
 * How each way of reading is measured: so many of the texts for each engine, with so many characters and with twice as many;
 * with more where that takes no time. A stream that reads its text again has used up its allowance by then.
 */
const ways = [
  { how: 'whole', run: wholeOf, texts: 6, sizes: [60_000, 500_000] },
  { how: 'streamed', run: streamOf, texts: 6, sizes: [30_000, 120_000] },
] as const;

/** Other texts for each engine, so that every text has its turn: parsers of one project share much of their code. */
function textsFor(engine: number, count: number): typeof hostile {
  const step = Math.floor(hostile.length / count);
  return hostile.filter((_, index) => index % step === engine % step).slice(0, count);
}

function wholeOf(runtime: Runtime, text: string): unknown {
  return extract({ text }, { runtime: runtime.id, runtimes: [runtime], tools });
}

function piecesOf(text: string): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / 4) }, (_, index) => text.slice(4 * index, 4 * index + 4));
}

/** As it comes from a server. */
function streamOf(runtime: Runtime, text: string): unknown {
  const stream = openStream({ runtime: runtime.id, runtimes: [runtime], tools });
  for (const piece of piecesOf(text)) stream.push(piece);
  return stream.end();
}

/**
 * All runtimes over one reply, and how each engine's work grows on hostile text: three minutes for all of them.
 *
 * @param which the id of a project, or the beginning of the id of a runtime; '' for all
 */
export async function benchEngines(which = ''): Promise<void> {
  const projects = await loadProjects();
  const chosen = projects.flatMap(({ id, label, runtimes }) => {
    const engines = id === which ? runtimes : runtimes.filter((runtime) => runtime.id.startsWith(which));
    return engines.length === 0 ? [] : [{ id, label, engines }];
  });
  benchReplies(chosen.flatMap(({ engines }) => engines));
  printTitle('Engines on hostile text, twice as long: the worst of each project');
  const atHand = new Set(projectList.map(({ id }) => id));
  for (const { id, label, engines } of chosen) if (!atHand.has(id)) benchGrowth(label, engines);
}

/** As strip, list and table of all runtimes ask: of a fresh reply, with the differences from one of them. */
function benchReplies(runtimes: readonly Runtime[]): void {
  printTitle(`${runtimes.length} runtimes over one reply of 2 KB, whole and streamed, the best of seven`);
  for (const [what, text] of Object.entries(replies)) {
    const work: Work = () => {
      const reply = new AskedReply({ text, tools, expected: null, capabilities: {} });
      return runtimes.map((runtime) => reply.answers(runtime, runtimes[0]));
    };
    const [times] = timesInTurn([work], { warmUp: 3, counted: 7 });
    printRow({ what, figure: Math.min(...times!), unit: 'ms', target: atMost(150) });
  }
}

function benchGrowth(label: string, engines: readonly Runtime[]): void {
  for (const { how, run, texts, sizes } of ways) {
    const figures = engines.flatMap((runtime, engine) =>
      textsFor(engine, texts).map(({ name, make, linearFrom = 0 }) => {
        const figure = quickGrowth(sizes, (size) => {
          const text = make(Math.max(size, linearFrom));
          return () => run(runtime, text);
        });
        return { figure, what: `${runtime.id}: ${name}` };
      }),
    );
    const worst = figures.toSorted((one, other) => other.figure - one.figure);
    for (const { figure, what } of worst.filter(({ figure: one }, index) => index === 0 || one > 2.3).slice(0, 20)) {
      printRow({ what: `${label} ${how}, ${what}`, figure, unit: 'x', target: atMost(2.3) });
    }
  }
}
