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
  /** A name with blanks around it, of which the declared one is made. */
  | 'untrimmed-name';

/** The code that rules look at a step for; null where no rule does. */
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
      // Of several repairs that are tried in turn, each covers the whole text.
      return event.attempt === undefined ? event.code : null;
    default:
      return null;
  }
}
