/** What every presentation can do. */
export type FrameAction = 'blank' | 'screen' | 'keys' | 'leave';

const ofFrame: ReadonlySet<string> = new Set<FrameAction>(['blank', 'screen', 'keys', 'leave']);

/** Whether the frame of the presentation does it itself. */
export function isOfFrame(action: string): action is FrameAction {
  return ofFrame.has(action);
}

export type StepAction = 'next' | 'previous' | 'first' | 'last' | 'play' | 'predict';

/** `guess`: the room’s guess of the choice with that key; `unguess`: the last one was none. */
export type LessonAction = 'next' | 'previous' | 'first' | 'last' | 'notes' | 'unguess' | `guess ${Digit}`;

type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';

export interface PresentKey<Action extends string> {
  readonly action: Action | FrameAction;
  /** As `KeyboardEvent.key` has them. Remote controls send PageDown, PageUp and a full stop. */
  readonly keys: readonly string[];
  /** As the sheet shows them; none where another row speaks for it. */
  readonly names: readonly string[];
  readonly label: string;
}

const frameKeys: readonly PresentKey<never>[] = [
  { action: 'blank', keys: ['b', 'B', '.'], names: ['b'], label: 'Blank the screen' },
  { action: 'screen', keys: ['f', 'F'], names: ['f'], label: 'Full screen' },
  { action: 'keys', keys: ['?'], names: ['?'], label: 'These keys' },
  // The dialog itself closes by it, unless it first shows the screen again or puts the sheet away.
  { action: 'leave', keys: [], names: ['Esc'], label: 'Leave' },
];

const forward = ['ArrowRight', 'ArrowDown', 'PageDown', 'Enter'];
const backward = ['ArrowLeft', 'ArrowUp', 'PageUp'];

/** THE list of keys of the presentation of steps: the sheet and the handler both read it. */
export const stepKeys: readonly PresentKey<StepAction>[] = [
  { action: 'next', keys: forward, names: ['→', '↓'], label: 'Next step' },
  { action: 'previous', keys: backward, names: ['←', '↑'], label: 'Step before' },
  { action: 'play', keys: [' '], names: ['Space'], label: 'Play, pause' },
  { action: 'first', keys: ['Home'], names: ['Home'], label: 'First step' },
  { action: 'last', keys: ['End'], names: ['End'], label: 'Last step' },
  { action: 'predict', keys: ['p', 'P'], names: ['p'], label: 'Predict: hide answers until the next key' },
  ...frameKeys,
];

const digits: readonly Digit[] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** The same of the presentation of a lesson. */
export const lessonKeys: readonly PresentKey<LessonAction>[] = [
  {
    action: 'next',
    keys: [...forward, ' '],
    names: ['→', 'Space'],
    label: 'Reveal the answer, then the next question',
  },
  { action: 'previous', keys: backward, names: ['←'], label: 'Question before' },
  ...digits.map((digit, index): PresentKey<LessonAction> => ({
    action: `guess ${digit}`,
    keys: [digit],
    names: index === 0 ? ['0', '…', '9'] : [],
    label: 'A guess of the room',
  })),
  { action: 'unguess', keys: ['Backspace'], names: ['⌫'], label: 'Take the last guess back' },
  { action: 'notes', keys: ['n', 'N'], names: ['n'], label: 'Notes: hints and answers' },
  { action: 'first', keys: ['Home'], names: ['Home'], label: 'First question' },
  { action: 'last', keys: ['End'], names: ['End'], label: 'The end' },
  ...frameKeys,
];

/** What a key asks for; null for one that is none of ours. */
export function actionOf<Action extends string>(
  keys: readonly PresentKey<Action>[],
  key: string,
): Action | FrameAction | null {
  return keys.find((one) => one.keys.includes(key))?.action ?? null;
}
