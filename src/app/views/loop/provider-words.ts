import type { ChainOutcome, ChainStep, Handling, ToolUse } from '../../../core/index.ts';

export const toolUseLabels: Readonly<Record<ToolUse, string>> = {
  native: 'Native tools',
  text: 'Tools in the text',
  own: 'Tools of its own',
  none: 'No tools',
  unknown: 'Tools unknown',
};

export function streamingText({ streaming }: Handling): string {
  if (streaming === null) return 'streaming unknown';
  return streaming ? 'streams' : 'does not stream';
}

export const outcomeLabels: Readonly<Record<ChainOutcome, string>> = {
  answers: 'answers',
  'rate-limit': 'fails: rate limit (429)',
  timeout: 'fails: timeout',
  auth: 'fails: key refused (401, 403)',
  'server-error': 'fails: server error (500)',
  'model-not-found': 'fails: model not found (404)',
  'context-too-long': 'fails: context too long',
  'unknown-error': 'fails: anything else',
};

export interface StepWords {
  readonly sign: string;
  readonly tone: 'good' | 'bad' | 'soft' | 'warn';
  readonly text: string;
}

/** What became of one entry of a chain of this system. */
export function stepWords(step: ChainStep, system: string): StepWords {
  switch (step.kind) {
    case 'answered':
      return { sign: '✓', tone: 'good', text: 'Tried, answers' };
    case 'not-reached':
      return { sign: '·', tone: 'soft', text: 'Not reached' };
    case 'failed': {
      const attempts = step.attempts === 1 ? 'once' : `${String(step.attempts)} times`;
      return { sign: '✕', tone: 'bad', text: `Tried ${attempts}, then rests ${String(step.cooldown)} s` };
    }
    case 'skipped':
      return { sign: '↷', tone: 'warn', text: `Skipped: ${skippedText(step.why, system)}` };
  }
}

function skippedText(why: Extract<ChainStep, { kind: 'skipped' }>['why'], system: string): string {
  switch (why) {
    case 'no-native-tools':
      return 'no native tools';
    case 'cooling-down':
      return 'it pauses after its failure above';
    case 'unknown-provider':
      return `${system} does not have it`;
  }
}
