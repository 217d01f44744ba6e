import type { JsonNode } from './node.ts';
import type { JsonRepair } from './repairs.ts';

/** One value, read the way a person would. */
export interface TolerantReading {
  /** Null when the range holds no value, or ends before anything certain is known. */
  readonly node: JsonNode | null;
  /** Sorted by position, without overlap; empty when the value was JSON already. */
  readonly repairs: readonly JsonRepair[];
  /** Offset after the value and after surplus closers. What follows was not looked at. */
  readonly end: number;
  /** False when the range ends inside the value. */
  readonly complete: boolean;
  /** Where the containers begin that the range ends inside of, outermost first. */
  readonly open: readonly number[];
  /** Where nobody wrote a value, or only the beginning of one: what the node has there is a guess. Sorted. */
  readonly guesses: readonly number[];
}
