export type PresentAction = 'next' | 'previous' | 'first' | 'last' | 'play' | 'predict' | 'blank' | 'screen' | 'keys';

interface PresentKey {
  readonly action: PresentAction | 'leave';
  /** As `KeyboardEvent.key` has them. Remote controls send PageDown, PageUp and a full stop. */
  readonly keys: readonly string[];
  /** As the sheet shows them. */
  readonly names: readonly string[];
  readonly label: string;
}

/** THE list of keys of a presentation: the sheet and the handler both read it. */
export const presentKeys: readonly PresentKey[] = [
  { action: 'next', keys: ['ArrowRight', 'ArrowDown', 'PageDown', 'Enter'], names: ['→', '↓'], label: 'Next step' },
  { action: 'previous', keys: ['ArrowLeft', 'ArrowUp', 'PageUp'], names: ['←', '↑'], label: 'Step before' },
  { action: 'play', keys: [' '], names: ['Space'], label: 'Play, pause' },
  { action: 'first', keys: ['Home'], names: ['Home'], label: 'First step' },
  { action: 'last', keys: ['End'], names: ['End'], label: 'Last step' },
  { action: 'predict', keys: ['p', 'P'], names: ['p'], label: 'Predict: hide answers until the next key' },
  { action: 'blank', keys: ['b', 'B', '.'], names: ['b'], label: 'Blank the screen' },
  { action: 'screen', keys: ['f', 'F'], names: ['f'], label: 'Full screen' },
  { action: 'keys', keys: ['?'], names: ['?'], label: 'These keys' },
  // The dialog itself closes by it.
  { action: 'leave', keys: [], names: ['Esc'], label: 'Leave' },
];

/** What a key asks for; null for one that is none of ours. */
export function actionOf(key: string): PresentAction | null {
  const action = presentKeys.find(({ keys }) => keys.includes(key))?.action;
  return action === undefined || action === 'leave' ? null : action;
}
