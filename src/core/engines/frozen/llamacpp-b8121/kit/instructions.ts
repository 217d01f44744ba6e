import type { Part, Sequence, Test } from './pattern.ts';

/** One shape for all, so that they are read quickly. */
export interface Instruction {
  readonly kind: 'one' | 'split' | 'save' | 'match';
  readonly test: Test;
  /** After a split the way that goes first; of a save the slot. */
  readonly next: number;
  readonly other: number;
}

const never: Test = () => false;
const match: Instruction = { kind: 'match', test: never, next: 0, other: 0 };

function split(next: number, other: number): Instruction {
  return { kind: 'split', test: never, next, other };
}

function save(slot: number): Instruction {
  return { kind: 'save', test: never, next: slot, other: 0 };
}

/** Makes the instructions of an expression, which has numbered groups. */
export class Compiler {
  readonly #out: Instruction[] = [];
  groups = 0;

  program(part: Part): readonly Instruction[] {
    this.#out.push(save(0));
    this.#part(part);
    this.#out.push(save(1), match);
    return this.#out;
  }

  #part(part: Part): void {
    const { repeat } = part;
    const start = this.#out.length;
    const isOptional = repeat === '?' || repeat === '*';
    if (isOptional) this.#out.push(match);
    this.#once(part);
    if (repeat === '*') this.#out.push(split(start + 1, this.#out.length + 1));
    if (repeat === '+') this.#out.push(split(start, this.#out.length + 1));
    if (isOptional) this.#out[start] = split(start + 1, this.#out.length);
  }

  #once(part: Part): void {
    if ('test' in part) {
      this.#out.push({ kind: 'one', test: part.test, next: 0, other: 0 });
      return;
    }
    const group = part.captures ? (this.groups += 1) : 0;
    if (group > 0) this.#out.push(save(2 * group));
    const ends: number[] = [];
    part.choices.forEach((sequence, index) => {
      const start = this.#out.length;
      const isLast = index === part.choices.length - 1;
      if (!isLast) this.#out.push(match);
      for (const element of sequence) this.#part(element);
      if (isLast) return;
      ends.push(this.#out.length);
      this.#out.push(match);
      this.#out[start] = split(start + 1, this.#out.length);
    });
    const after = this.#out.length;
    for (const end of ends) this.#out[end] = split(after, after);
    if (group > 0) this.#out.push(save(2 * group + 1));
  }
}

/**
 * An expression for the beginnings of matches: of each sequence the first element, and as many of the following ones as there
 * are, the longest first. So it is at every level: a group counts as begun although something follows it. Backwards it is read
 * from the end of the text to its start.
 */
export function beginnings(choices: readonly Sequence[], way: 'forwards' | 'backwards'): Part {
  return {
    choices: choices.map((sequence) => {
      let rest: Part[] = [];
      for (const part of sequence.toReversed()) {
        const begun = 'test' in part ? part : withRepeat(beginnings(part.choices, way), part.repeat);
        const following: Part[] = rest.length === 0 ? [] : [{ choices: [rest], repeat: '?' }];
        rest = way === 'forwards' ? [begun, ...following] : [...following, begun];
      }
      return rest;
    }),
  };
}

function withRepeat(part: Part, repeat: Part['repeat']): Part {
  return repeat === undefined ? part : { ...part, repeat };
}
