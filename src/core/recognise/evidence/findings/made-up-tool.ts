import { counted } from '../../../text/document/index.ts';
import { engineAmong } from '../engine-among.ts';
import { listedTools } from '../paste/listed-tools.ts';
import type { Scene } from '../paste/scene.ts';
import { toldTools } from '../paste/told-tools.ts';
import { shortened } from '../words/pieces.ts';
import { madeUpIntent } from './made-up-intent.ts';
import type { Around, Reason } from './reason.ts';

const FIX =
  'Choose a model that is better at tools, or offer it fewer of them. Name only tools in the prompt that there are.';

/**
 * A call to a tool that is none of those that the paste lists. Null for others: vLLM reads any name, so the name does not tell
 * why a call stayed text there.
 */
export function madeUpTool(scene: Scene, { request, named }: Around, names: readonly string[]): Reason | null {
  if (request !== null || names.length === 0 || engineAmong(named) === 'vllm') return null;
  const listed = listedTools(scene);
  const made = names.find((name) => /^[\w.-]+$/.test(name) && !listed?.some((one) => isAlike(one, name)));
  // A list that is shortened may have it.
  const intent = / Tools: \[/.test(scene.frame.text) ? null : madeUpIntent(names);
  if (listed === null) return intent ?? ofToldTool(scene, names);
  if (made === undefined) return null;
  const [only = ''] = listed;
  const says = `The model made up \`${shortened(made)}\`: the paste lists ${
    listed.length === 1 ? `\`${only}\` alone` : counted(listed.length, 'tool')
  }, and none of that name.`;
  return { cause: 'unknown-tool', says, headline: says, fix: FIX };
}

/** A person says what their tool is called, and the model called another one, which the prompt may name. */
function ofToldTool({ around, frame: { text } }: Scene, names: readonly string[]): Reason | null {
  const told = toldTools(around);
  const [made] = names;
  const [own] = told;
  if (own === undefined || made === undefined || !/^[\w.-]+$/.test(made)) return null;
  if (told.some((one) => names.some((name) => isAlike(one, name)))) return null;
  const says = `By the words in the paste, the tool is \`${shortened(own)}\`, and the model called \`${shortened(made)}\`.`;
  const isTaught = new RegExp(
    String.raw`(?:tools?|functions?|use|call|Tool|Werkzeug|Funktion)\b:? (?:the |das |die )?["'\`]{0,1}${made.replaceAll('.', String.raw`\.`)}(?![\w(])`,
  ).test(text);
  return {
    cause: 'unknown-tool',
    says,
    headline: says,
    fix: isTaught
      ? `Write \`${own}\` in the prompt in the place of \`${made}\`, or leave the name out there.`
      : `Say in the prompt that the tool is named \`${own}\`, or choose a model that is better at tools.`,
  };
}

/** Clients put the name of a server before that of its tool. */
function isAlike(one: string, other: string): boolean {
  const [a, b] = [one, other].map((name) => name.toLowerCase().replaceAll(/[^a-z\d]/g, '')) as [string, string];
  return a.endsWith(b) || b.endsWith(a);
}
