import type { WrittenExample } from '../../../data/examples/example.ts';
import { emptyLinkState, type LinkState } from '../../permalink/state.ts';

/** An example as the page opens it. */
export interface Example extends Omit<WrittenExample, 'state'> {
  readonly state: LinkState;
}

export function exampleOf(written: WrittenExample): Example {
  return { ...written, state: { ...emptyLinkState, ...written.state } };
}
