import {
  diagnose,
  extract,
  openAssembly,
  openFenceFilter,
  openStream,
  sweepCuts,
  type Extraction,
} from '../src/core/index.ts';
import type { ProviderResponse } from '../src/core/trace/response.ts';
import {
  bareJson,
  fences,
  manyReplies,
  native,
  payloads,
  plainReplies,
  prose,
  proseAboutCalls,
  tags,
  tenTools,
} from './corpus.ts';
import { benchEngines } from './engines.ts';
import { hostiles, STREAMED_CHUNK, streamedHostiles } from './hostile.ts';
import { growth, median, multiple, quickGrowth, timesInTurn, type Work } from './measure.ts';
import { printProfile } from './profile.ts';
import { atLeast, atMost, printRow, printTitle } from './table.ts';
import { benchTemplates } from './templates.ts';

/** The works that are measured in units of `JSON.parse`, by the names that `--profile` takes. */
const extractions: Record<string, { readonly what: string; readonly work: Work; readonly target: number | null }> = {
  fences: { what: 'fences', work: () => extract(fences), target: 5 },
  auto: { what: '<tool_call> tags, auto', work: () => extract(tags, { runtime: 'auto' }), target: 5 },
  arguments: {
    what: 'fences, every value of arguments asked for',
    work: () => allArguments(extract(fences)),
    target: null,
  },
  bare: { what: 'bare JSON', work: () => extract(bareJson), target: 5 },
  native: { what: 'native calls', work: () => extract(native), target: 10 },
  'native-head': { what: 'native calls, 0.19', work: () => extractHead(native), target: 10 },
  tags: { what: '<tool_call> tags, 0.19', work: () => extractHead(tags), target: 10 },
};

function extractHead(response: ProviderResponse): Extraction {
  return extract(response, { runtime: 'exathena-head' });
}

function allArguments({ calls }: Extraction): unknown[] {
  return calls.map((call) => call.arguments);
}

function streamed(text: string): Work {
  return () => {
    const filter = openFenceFilter();
    let shown = 0;
    for (let at = 0; at < text.length; at += 4) shown += filter.push(text.slice(at, at + 4)).length;
    return shown + filter.flush().length;
  };
}

function benchExtractions(): void {
  printTitle(`${payloads.length} calls in a megabyte, with trace: multiples of JSON.parse of the payloads`);
  const parsed = (): number =>
    payloads.reduce((sum, payload) => sum + Object.keys(JSON.parse(payload) as object).length, 0);
  for (const { what, work, target } of Object.values(extractions)) {
    printRow({ what, figure: multiple(parsed, work), unit: 'x', target: target === null ? null : atMost(target) });
  }
}

function benchProse(): void {
  printTitle('A megabyte of prose without calls');
  for (const [what, response, runtime = 'exathena'] of [
    ['plain', prose],
    ['that speaks of calls', proseAboutCalls],
    ['plain, auto', prose, 'auto'],
  ] as const) {
    const [times] = timesInTurn([() => extract(response, { runtime })], { warmUp: 5, counted: 15 });
    const megabytes = (response.text as string).length / 1e6;
    printRow({ what, figure: megabytes / (median(times!) / 1000), unit: 'MB/s', target: atLeast(150) });
  }
}

function benchMany(): void {
  printTitle('Replies of 500 characters with ten tools, auto');
  const options = { runtime: 'auto', tools: tenTools };
  for (const [kind, replies] of Object.entries({ 'of many kinds': manyReplies, ...plainReplies })) {
    for (const [what, work] of [
      [`${kind}, read`, () => replies.map((reply) => extract(reply, options))],
      [`${kind}, read and diagnosed`, () => replies.map((reply) => diagnose(extract(reply, options), options))],
    ] as const) {
      const [times] = timesInTurn([work], { warmUp: 3, counted: 7 });
      const figure = replies.length / (median(times!) / 1000);
      printRow({ what, figure, unit: '/s', target: atLeast(2000) });
    }
  }
}

function benchFenceFilter(): void {
  printTitle('The fence filter, fed with 4 characters at a time');
  for (const [what, text] of [
    ['prose', prose.text as string],
    ['fences', fences.text as string],
  ] as const) {
    const megabyte = text.slice(0, 1_000_000);
    const [times] = timesInTurn([streamed(megabyte)], { warmUp: 2, counted: 7 });
    printRow({ what: `a megabyte of ${what}`, figure: median(times!), unit: 'ms', target: atMost(400) });
    const figure = growth(2, streamed(megabyte), streamed(megabyte + megabyte));
    printRow({ what: `${what}, twice as long`, figure, unit: 'x', target: atMost(2.3) });
  }
}

/** One call with an argument of so many characters, as four formats write it. */
const longCalls: Readonly<Record<string, (text: string) => string>> = {
  Hermes: (text) => `<tool_call>\n${JSON.stringify({ name: 'write', arguments: { text } })}\n</tool_call>`,
  'Qwen3-Coder XML': (text) =>
    `<tool_call>\n<function=write>\n<parameter=text>\n${text}\n</parameter>\n</function>\n</tool_call>`,
  pythonic: (text) => `[write(text=${JSON.stringify(text)})]`,
  'bare JSON': (text) => JSON.stringify({ name: 'write', arguments: { text } }),
};

function benchStreams(): void {
  printTitle('One call of 100 KB under auto, in chunks of 4 characters');
  for (const [what, write] of Object.entries(longCalls)) {
    const stream = (size: number): Work => {
      const text = write('Some "text" to write. '.repeat(size / 22));
      return () => {
        const open = openStream({ runtime: 'auto' });
        for (let at = 0; at < text.length; at += 4) open.push(text.slice(at, at + 4));
        return open.end().extraction.calls.length;
      };
    };
    const [times] = timesInTurn([stream(100_000)], { warmUp: 2, counted: 7 });
    printRow({ what, figure: median(times!), unit: 'ms', target: atMost(40) });
    const figure = growth(10, stream(100_000), stream(1_000_000));
    printRow({ what: `${what}, ten times as long`, figure, unit: 'x', target: atMost(11) });
  }
}

function benchAssembly(): void {
  printTitle('The log of a stream, assembled');
  const delta = `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: ' word' } }] })}\n\n`;
  const assembled = (log: string): Work => {
    return () => {
      const stream = openAssembly();
      for (let at = 0; at < log.length; at += 1400) stream.push(log.slice(at, at + 1400));
      return stream.end();
    };
  };
  const megabyte = delta.repeat(Math.ceil(1_000_000 / delta.length));
  const [times] = timesInTurn([assembled(megabyte)], { warmUp: 2, counted: 7 });
  printRow({ what: 'a megabyte of deltas in packets', figure: median(times!), unit: 'ms', target: null });
  const figure = growth(2, assembled(megabyte), assembled(megabyte + megabyte));
  printRow({ what: 'twice as long', figure, unit: 'x', target: atMost(2.3) });
}

function benchSweep(): void {
  printTitle('Every two-way cut of a reply');
  const reply = (fences.text as string).slice(0, 2048);
  const [times] = timesInTurn([() => [...sweepCuts(reply)]], { warmUp: 1, counted: 5 });
  printRow({ what: '2 KB of fences', figure: median(times!), unit: 'ms', target: atMost(2000) });
}

function benchHostile(): void {
  printTitle('Hostile input, twice as long');
  for (const { name, runtime, make } of hostiles) {
    const figure = quickGrowth([400_000], (size) => {
      const reply = make(size);
      return () => extract(reply, { runtime });
    });
    printRow({ what: name, figure, unit: 'x', target: atMost(2.3) });
  }
  for (const { name, runtime, make } of streamedHostiles) {
    const figure = quickGrowth([100_000], (size) => {
      const reply = make(size);
      return () => readStreamed(reply, runtime);
    });
    printRow({ what: `streamed: ${name}`, figure, unit: 'x', target: atMost(2.3) });
  }
}

function readStreamed({ text }: ProviderResponse, runtime: string): Extraction {
  const stream = openStream({ runtime });
  const reply = typeof text === 'string' ? text : '';
  for (let at = 0; at < reply.length; at += STREAMED_CHUNK) stream.push(reply.slice(at, at + STREAMED_CHUNK));
  return stream.end().extraction;
}

const [option, name = ''] = process.argv.slice(2);
if (option === undefined) {
  benchExtractions();
  benchProse();
  benchTemplates();
  benchMany();
  benchFenceFilter();
  benchStreams();
  benchAssembly();
  benchSweep();
  benchHostile();
  await benchEngines();
} else if (option === '--engines') {
  await benchEngines(name);
} else if (option === '--profile' && Object.hasOwn(extractions, name)) {
  await printProfile(extractions[name]!.work);
} else {
  console.error(
    `Usage: npm run bench -- core [--engines project-or-runtime | --profile ${Object.keys(extractions).join('|')}]`,
  );
  process.exitCode = 1;
}
