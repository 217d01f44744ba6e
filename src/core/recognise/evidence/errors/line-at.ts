import type { Said } from '../evidence.ts';
import type { Scene } from '../paste/scene.ts';
import { withoutHead } from './status.ts';

/** So long is the line of a sentence. In UTF-16 units. */
export const LONGEST_SAID = 400;

/** What is at a place up to the end of its line, without the signs before it. */
export function lineAt(frame: Scene['frame'], at: number): Said {
  const [line = ''] = frame.text.slice(at, at + LONGEST_SAID).split('\n');
  const text = withoutHead(line);
  const from = at + line.length - text.length;
  return { text, span: frame.place({ from, to: from + text.length }) };
}
