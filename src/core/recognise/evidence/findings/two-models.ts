import { familyOf, strayRemedy } from '../../../catalogue/index.ts';
import type { Answer } from '../paste/answer.ts';
import { hasSoundCall } from '../paste/asked-about.ts';
import { readText } from '../calls/text-reading.ts';
import type { Reason } from './reason.ts';

/** An answer, and the model that gave it; null where nothing names it. */
export interface OfModel {
  readonly answer: Answer;
  readonly model: string | null;
}

/** A name alone, or before what it gave: `# qwen3:8b`, `qwen3:8b -> …`. */
const NAME = /^\W{0,8}([A-Za-z][\w./-]{1,80}(?::[\w.-]{1,40})?)[`*"' ]{0,4}(?:[:=-]{0,3}>?)\s{0,4}$/;

/** The model that the line above an answer names; null for none. */
export function modelAbove(line: string): string | null {
  const name = NAME.exec(line)?.[1]?.replace(/[:.-]$/, '') ?? null;
  return name === null || familyOf(name) === null ? null : name;
}

/**
 * The call of one model came parsed, and another wrote its call in no format of its own: tools are sent, and the parser is on. Null
 * elsewhere.
 */
export function ofTwoModels({ answer, model }: OfModel, other: OfModel): Reason | null {
  if (model === null || other.model === null || model === other.model || answer.turn.calls.length > 0) return null;
  const { state, format } = readText(answer.turn.text?.text ?? '');
  const family = familyOf(model);
  if (family === null || state !== 'sound' || !hasSoundCall(other.answer)) return null;
  if (format !== null && family.formats.includes(format)) return null;
  return {
    cause: 'other-format',
    says: `The call of \`${other.model}\` came parsed, and that of \`${model}\` stayed text.`,
    isCompared: true,
    fix: strayRemedy(model, format, null) ?? KEEPS,
  };
}

const KEEPS =
  'Choose a model that keeps to its format, as the other one does. Or read this call from the text in the client.';
