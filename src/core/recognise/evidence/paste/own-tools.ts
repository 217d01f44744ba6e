import { listedTools } from './listed-tools.ts';
import type { Scene } from './scene.ts';

/** How code defines a function, in the languages of those who ask. */
const DEFINES = /\b(?:def|function|func|fn|fun|async def) (\w{2,64})\(/g;
/** Where code lists its tools by name. */
const LISTS =
  /\b(?:tools|bind_tools|bindTools|ToolNode|available_functions|functions)\b["']?\s{0,4}[=:(]{1,2}\s{0,4}(?:\w{1,20}\s{0,4}[=:]\s{0,4})?[[{]([^\][{}]{2,600})[\]}]/g;

/** The names that a paste without a request shows as tools of the person: in a list, or in code. */
export function ownTools(scene: Pick<Scene, 'frame' | 'around'>): readonly string[] {
  const { text } = scene.frame;
  const defined = [...text.matchAll(DEFINES)].map(([, name = '']) => name);
  const listed = [...text.matchAll(LISTS)].flatMap(([, names = '']) => names.match(/[A-Za-z_]\w{1,63}/g) ?? []);
  return [...(listedTools(scene) ?? []), ...defined, ...listed];
}
