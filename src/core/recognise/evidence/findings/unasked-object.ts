import { unaskedObject } from '../paste/code-request.ts';
import type { Scene } from '../paste/scene.ts';
import type { Reason } from './reason.ts';

/** The code in the paste gives its tools to one object and asks another one, which has none. Null for others. */
export function ofUnasked(scene: Scene): Reason | null {
  const found = unaskedObject(scene);
  if (found === null) return null;
  const { made, asked, has } = found;
  const [what, cause] = has === 'tools' ? (['tools', 'no-tools'] as const) : (['schema', 'client'] as const);
  const says = `The code binds the ${what} to \`${made}\` and asks \`${asked}\`, which has none.`;
  return {
    cause,
    says,
    headline: says,
    isCompared: true,
    fix: `Ask \`${made}\` in the place of \`${asked}\`. ${has === 'tools' ? 'If the prompt asks for a format of calls, take that out.' : ''}`.trim(),
  };
}
