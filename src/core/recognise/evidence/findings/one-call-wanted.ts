import type { Turn } from '../evidence.ts';
import type { Scene } from '../paste/scene.ts';
import type { Reason } from './reason.ts';

/** How many calls the reply has that instructor refused for their number: no call is refused in the same words. */
export function oneCallWanted({ frame }: Scene, { calls }: Turn): Reason | null {
  if (calls.length === 1 || !/\bInstructor does not support multiple tool calls\b/.test(frame.text)) return null;
  if (calls.length > 1)
    return {
      cause: 'client',
      says: `instructor takes exactly one call, and the reply has ${String(calls.length)}.`,
      fix: 'Set the response model to a list of this one, or send `parallel_tool_calls: false`.',
    };
  return {
    cause: 'other-format',
    says: 'instructor wants exactly one call, and the reply has none: it is text.',
    fix: 'Set `mode=instructor.Mode.JSON`, which reads the data in the text, or choose a model that calls tools. A list of models changes nothing.',
  };
}
