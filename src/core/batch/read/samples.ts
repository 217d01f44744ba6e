import { type LogMember, type Mapping, type MappedPart, mappedParts } from '../reply.ts';
import { mappingOf, membersOf } from '../shapes/members.ts';
import type { RecordReading } from '../shapes/shape.ts';
import type { Fields } from '../values.ts';

interface Sample {
  readonly record: Fields;
  readonly reading: RecordReading;
}

/** So many records with a reply are looked at, and so many without; and the first that has a part which none of these has. */
const MOST = 6;

/** The first records of a log: what is shown of them, when the log ends, are their members and where in them what was read is. */
export class Samples {
  readonly #with: Sample[] = [];
  readonly #without: Sample[] = [];
  /** The parts that the kept ones show. */
  readonly #seen = new Set<MappedPart>();
  /** What files of an archive have. */
  #joined: Mapping = {};
  readonly #members = new Map<string, string>();

  add(record: Fields, reading: RecordReading): void {
    const kept = reading.said.length > 0 ? this.#with : this.#without;
    const fresh = partsOf(reading).filter((part) => !this.#seen.has(part));
    if (kept.length >= MOST && fresh.length === 0) return;
    kept.push({ record, reading });
    for (const part of fresh) this.#seen.add(part);
  }

  join(mapping: Mapping, members: readonly LogMember[]): void {
    this.#joined = { ...mapping, ...this.#joined };
    for (const { path, sample } of members) if (!this.#members.has(path)) this.#members.set(path, sample);
  }

  mapping(): Mapping {
    return [...this.#with, ...this.#without].reduce<Mapping>(
      (found, { record, reading }) => ({ ...mappingOf(record, reading), ...found }),
      this.#joined,
    );
  }

  members(): LogMember[] {
    const own = membersOf([...this.#with, ...this.#without].map(({ record }) => record));
    const known = new Set(own.map(({ path }) => path));
    return [...own, ...[...this.#members].flatMap(([path, sample]) => (known.has(path) ? [] : [{ path, sample }]))];
  }
}

/** What was read from a record. */
function partsOf({ said, tools = null, id, isRight = null, model = null, prompt = null }: RecordReading): MappedPart[] {
  const parts: Readonly<Record<MappedPart, boolean>> = {
    reply: said.some(({ text }) => text !== null && text !== ''),
    calls: said.some(({ calls }) => calls !== null && calls.length > 0),
    tools: tools !== null,
    id: id !== null,
    right: isRight !== null,
    model: model !== null,
    prompt: prompt !== null,
  };
  return mappedParts.filter((part) => parts[part]);
}
