import type { AssemblyRecorder, OpenCall } from '../assembly-recorder.ts';
import type { LogKind } from '../assembly.ts';
import type { WireMessage } from '../wire-json.ts';

/** How one provider family streams a response. */
export interface Family {
  readonly id: LogKind;
  /** Whether this event is one of the family, and of no other. */
  recognises(message: WireMessage): boolean;
  open(recorder: AssemblyRecorder): FamilyReader;
  readonly finish: FinishRules;
  /** What ends a stream of this family, as a reader finds it in the log; null when nothing does. */
  readonly endMarker: string | null;
  /** What a call without argument pieces is called with; null when its arguments are then the empty string. */
  readonly noArguments: string | null;
  /** One native call in the final shape of the provider, as JSON text. */
  callText(call: OpenCall, argumentsText: string): string;
}

export interface FamilyReader {
  /** Reads one event. Whatever its JSON holds, it does not throw. */
  take(message: WireMessage): void;
}

/** What the reasons for an end say about the response. */
interface FinishRules {
  /** The token limit cut it. */
  readonly cut: readonly string[];
  /** It ends because of calls. */
  readonly calls: readonly string[];
  /** It ends as a text does, and has no calls. */
  readonly plain: readonly string[];
  /** Every stream that is whole has a reason. */
  readonly isSure?: true;
}
