import { at, itemsOf, stringAt, stringOf } from '../../index.ts';
import { stringsOf } from '../paste/answer.ts';
import type { Scene } from '../paste/scene.ts';
import type { Said } from '../evidence.ts';

/** What a client keeps of its own error in a value beside the answer. Source: n8n#13440, whose nodes report `errorMessage` */
export function keptBeside({ values }: Pick<Scene, 'values'>): readonly Said[] {
  return values.flatMap((value) => (stringAt(value, 'errorMessage') === null ? [] : stringsOf(value)));
}

/** How the lists of Zod and Pydantic say that an argument is missing. */
const MISSES = /^(?:Required|Field required|.{0,40}\breceived undefined)$/;

/** OpenHands prints what is missing as a set of Python, which is a value of its own. */
const AS_SET = /\bMissing required parameters for function '[^\n]{1,200}/g;

/** What a client says of a call: the words around the values, its own errors in values, and what a validator lists, on lines as Zod prints them. */
export function refusedIn(scene: Pick<Scene, 'around' | 'values' | 'frame'>): string {
  const lines = scene.values.flatMap((value) =>
    itemsOf(value).flatMap((fault) => {
      const [place, inner] = itemsOf(at(fault, 'path') ?? at(fault, 'loc'));
      const says = stringAt(fault, 'message') ?? stringAt(fault, 'msg') ?? '';
      const name = inner === undefined && place !== undefined ? stringOf(place) : null;
      if (name === null || says === '') return [];
      return [MISSES.test(says) ? `Missing required field: ${name}` : `${says}\n  → at ${name}`];
    }),
  );
  const sets = scene.frame.text.match(AS_SET) ?? [];
  return [scene.around, ...keptBeside(scene).map(({ text }) => text), ...lines, ...sets].join('\n');
}
