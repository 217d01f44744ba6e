import type { FormatCode } from '../formats/index.ts';
import type { RepairCode } from '../text/json/index.ts';
import type { ChatcliCode, ExathenaCode } from '../agents/index.ts';
import type { GateCode, QuirkCode, ReadCode, RejectCode, SkipCode, TraceEvent } from '../trace/index.ts';

/** What a rule looks at: the steps of one kind and one code. */
export type Trigger =
  | Exclude<QuirkCode | RejectCode | GateCode | ReadCode | SkipCode, 'name' | 'arguments'>
  | RepairCode
  | FormatCode
  | ExathenaCode
  | ChatcliCode
  /** A name with spaces around it, which the runtime trims to find the declared tool. */
  | 'untrimmed-name';

/** The code by which a rule picks a step; null if no rule looks at steps of this kind. */
export function triggerOf(event: TraceEvent): string | null {
  switch (event.kind) {
    case 'gate':
      return event.gate;
    case 'quirk':
    case 'reject':
    case 'skip':
      return event.code;
    case 'read':
      return event.what;
    case 'repair':
      // A repair that is one of several attempts covers the whole text, so it points at no place.
      return event.attempt === undefined ? event.code : null;
    default:
      return null;
  }
}
