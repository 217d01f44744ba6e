import { failureKinds, type FailureKind, type WrittenFailure } from '../../../data/failures/failure.ts';
import { writtenFailures } from '../../../data/failures/index.ts';
import { emptyLinkState, type LinkState } from '../../permalink/state.ts';

/** A failure as the page opens it. */
export interface Failure extends Omit<WrittenFailure, 'state'> {
  /** '' for nothing. */
  readonly documented: string;
  readonly state: LinkState;
}

/** Those of `data/failures`. The page expects the calls of the remedy, where the whole reply does not give them. */
export const failures: readonly Failure[] = writtenFailures.map((written) => ({
  documented: '',
  ...written,
  state: {
    ...emptyLinkState,
    expected: Object.keys(written.remedy.change).length === 0 ? null : written.remedy.calls,
    ...written.state,
  },
}));

export function kindLabel(kind: FailureKind): string {
  return failureKinds.find(({ id }) => id === kind)?.label ?? kind;
}
