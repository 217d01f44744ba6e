import { loadProjects } from '../../src/core/reader/runtimes.ts';
import { formatList } from '../../src/core/formats/list.ts';
import { encodeLink } from '../../src/app/permalink/codec.ts';
import { emptyLinkState } from '../../src/app/permalink/state.ts';
import { growthFaultOf, readingFault, recognitionFault, slownessOf, type Fault } from './checks.ts';
import { Chance, mutated, type FuzzCase } from './mutate.ts';

interface FuzzOptions {
  readonly seed: number;
  readonly minutes: number;
  readonly log: (line: string) => void;
}

/** So many runtimes read each text, besides `auto` and the formats it may be of. */
const OTHERS = 8;
/** Growth is looked at once in so many texts: it takes as long as reading a few. */
const GROWTH_EVERY = 2;
const LONGEST_PIECE = 60;
/** So many smaller texts are tried for each fault. */
const SHRINKS = 400;

/** Reads changed fixtures under all runtimes until the time is over. Returns how many kinds of faults were found. */
export async function fuzz({ seed, minutes, log }: FuzzOptions): Promise<number> {
  const runtimes = (await loadProjects()).flatMap((project) => project.runtimes);
  const ids = runtimes.map(({ id }) => id);
  const formats = formatList.map(({ id }) => `format:${id}`);
  const chance = new Chance(seed);
  const until = Date.now() + minutes * 60_000;
  const known = new Set<string>();
  let [texts, readings, growths] = [0, 0, 0];
  log(`Seed ${String(seed)}, ${String(ids.length)} runtimes, ${String(formats.length)} formats.`);

  const tell = (fault: Fault, one: FuzzCase, again: (text: string) => Fault | null): void => {
    // The same line of the same check under the same runtime is one fault, however many texts show it.
    const kind = `${fault.check} ${fault.runtime} ${fault.what.split('\n')[0]?.replaceAll(/\d+/g, '#') ?? ''}`;
    if (known.has(kind)) return;
    known.add(kind);
    const small = shrunk(fault, again);
    const tools = one.tools.length === 0 ? '' : JSON.stringify(one.tools);
    const profile = fault.runtime === 'recognise' ? emptyLinkState.profile : fault.runtime;
    const link = encodeLink({ ...emptyLinkState, text: small.text, profile, tools });
    log(`\n${small.check} under ${small.runtime}: ${small.what}\n${JSON.stringify(small.text)}\n#${link}`);
  };

  while (Date.now() < until) {
    const one = mutated(chance);
    texts += 1;
    const unrecognised = recognitionFault(one);
    if (unrecognised !== null) tell(unrecognised, one, (text) => recognitionFault({ ...one, text }));
    const own = ['auto', 'custom', chance.of(formats), ...(one.format === null ? [] : [`format:${one.format}`])];
    for (const id of [...own, ...Array.from({ length: OTHERS }, () => chance.of(ids))]) {
      readings += 1;
      const cuts = chance.below(2 ** 31);
      const again = (text: string): Fault | null => readingFault({ ...one, text }, id, runtimes, new Chance(cuts));
      const fault = again(one.text);
      if (fault !== null) tell(fault, one, again);
    }
    if (texts % GROWTH_EVERY !== 0 || one.text === '') continue;
    const cut = (): string => {
      const from = chance.below(one.text.length);
      return one.text.slice(from, from + 1 + chance.below(LONGEST_PIECE));
    };
    const text = cut();
    const around = { before: chance.below(2) === 0 ? '' : cut(), after: chance.below(2) === 0 ? '' : cut() };
    const piece = { ...one, text };
    const [format, engine] = [chance.of(own), chance.of(ids)];
    for (const id of ['auto', format, engine]) {
      growths += 1;
      const again = (shorter: string): Fault | null => growthFaultOf({ ...one, text: shorter }, around, id, runtimes);
      const fault = again(text);
      if (fault !== null) tell(fault, piece, again);
    }
    for (const id of ['recognise', format, engine]) {
      const again = (shorter: string): Fault | null => slownessOf({ ...one, text: shorter }, id, runtimes);
      const fault = again(text);
      if (fault !== null) tell(fault, piece, again);
    }
  }
  log(
    `\n${texts.toLocaleString('en')} texts, ${readings.toLocaleString('en')} readings whole and streamed, ${growths.toLocaleString('en')} growths: ${String(known.size)} kinds of faults. Seed ${String(seed)}.`,
  );
  return known.size;
}

/** A smaller text with a fault of the same check: without this part or that, as long as it stays. */
function shrunk(fault: Fault, again: (text: string) => Fault | null): Fault {
  let smallest = fault;
  let tries = 0;
  for (let size = smallest.text.length >> 1; size >= 1; size >>= 1) {
    for (let at = 0; at < smallest.text.length && tries < SHRINKS;) {
      const text = smallest.text.slice(0, at) + smallest.text.slice(at + size);
      tries += 1;
      const found = text === '' ? null : again(text);
      if (found?.check === fault.check) smallest = found;
      else at += size;
    }
  }
  return smallest;
}
