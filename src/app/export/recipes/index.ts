import { assertionOf } from '../assertion.ts';
import { inferredNote, requestTools } from '../request-tools.ts';
import type { ExportKind, Subject } from '../kind.ts';
import { nativeOf } from '../native.ts';
import { aiRecipe, aiSdkRecipe, langchainRecipe, openaiRecipe, webllmRecipe } from './javascript.ts';
import { llamacppRecipe } from './llamacpp.ts';
import { ollamaRecipe } from './ollama.ts';
import type { Recipe } from './recipe.ts';

/** The programs by what the ids of runtimes begin with. Python engines have a test of their own. */
const recipes: ReadonlyMap<string, Recipe> = new Map([
  ['ollama', ollamaRecipe],
  ['llamacpp', llamacppRecipe],
  ['ai-sdk', aiSdkRecipe],
  ['ai', aiRecipe],
  ['openai', openaiRecipe],
  ['langchain', langchainRecipe],
  ['webllm', webllmRecipe],
]);

/** None for older releases, whose API is another one. */
function recipeFor(runtime: string): Recipe | undefined {
  if (runtime.includes('@')) return undefined;
  return recipes.get(runtime.slice(0, Math.max(0, runtime.indexOf(':'))));
}

/** A program that asks the original; null where none is known. */
export function reproduction(subject: Subject): { readonly language: string; readonly text: string } | null {
  const { fields, extraction } = subject;
  const recipe = recipeFor(fields.profile);
  const assertion = assertionOf(subject);
  if (recipe === undefined || extraction === null || assertion === null) return null;
  const { runtime } = extraction;
  const native = nativeOf(fields).json;
  const tools = requestTools(subject, runtime);
  const toolsNote = inferredNote(subject, runtime);
  const text = recipe.write({ runtime, text: fields.text, native, tools, toolsNote, assertion });
  return text === null ? null : { language: recipe.language, text };
}

export const reproductionExport: ExportKind = {
  id: 'reproduction',
  label: 'Program that reproduces it',
  purpose: 'A program that gives this reply to the real runtime. Callscope did not run it.',
  use: 'file',
  file: { name: 'callscope-reproduction.txt', type: 'text/plain' },
  needsReply: true,
  isFor: ({ profile }) => recipeFor(profile) !== undefined,
  write: (subject) => reproduction(subject)?.text ?? null,
};
