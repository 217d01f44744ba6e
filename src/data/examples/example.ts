import type { WrittenCase } from '../written-case.ts';
import { system, tools } from './pump-house.ts';

/** A worked example of the gallery. Its outcome is checked by a test, so what the text promises is what happens. */
export interface WrittenExample {
  readonly id: string;
  readonly group:
    | 'Start here'
    | 'Quirks that bite'
    | 'ExAthena, parser by parser'
    | 'Provider shapes'
    | 'Arguments and schemas'
    | 'ChatCLI'
    | 'One reply, two systems'
    | 'Engines differ'
    | 'The reasoning parser'
    | 'In the loop'
    | 'One per format';
  readonly title: string;
  /** What to look at, in one or two sentences. */
  readonly lesson: string;
  /** What is different from an empty page. */
  readonly state: WrittenCase;
  readonly outcome: {
    /** How good the answer is that the page shows of it. */
    readonly tone: 'good' | 'flawed' | 'open' | 'none' | 'bad';
    /** The names of the calls; 'error' when the runtime refuses the reply. */
    readonly calls: readonly string[] | 'error';
    /** Codes that must appear among the quirks, rejections and skips of the trace. */
    readonly codes: readonly string[];
    /** What the other system makes of the same reply: the names of its calls with their arguments. */
    readonly chatcli?: readonly string[];
    /** What the runtime on the other side of the comparison makes of it: the names of its calls with their arguments. */
    readonly compared?: readonly string[];
    /** What a client has of the stream in the end, where that is something else. */
    readonly streamed?: readonly string[];
  };
}

export function example(
  id: string,
  group: WrittenExample['group'],
  title: string,
  lesson: string,
  state: WrittenCase,
  outcome: WrittenExample['outcome'],
): WrittenExample {
  return { id, group, title, lesson, state: { tools, system, ...state }, outcome };
}
