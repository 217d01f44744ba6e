import type { GoCall } from './template-source.ts';

/**
 * What Ollama's templates are written in: Go's `text/template`. It is not rendered here; what is read is the part that writes
 * the calls of a message, because its tag is the format that the model was shown.
 */

/** An action between `{{` and `}}`, without the signs that trim the text around it. */
interface Action {
  readonly from: number;
  readonly to: number;
  readonly words: string;
}

/** What only a Go template of Ollama has: fields that begin with a dot or a variable with `$`. */
const goWords =
  /^(?:-?\s*)(?:if|range|with|else|end|block|template|define|json|slice|len|index)?\s*[($]*\.(?:System|Prompt|Response|Messages|Tools|ToolCalls|Role|Content|Suffix)\b/;

/** True where an action speaks of what Ollama gives to its templates. */
export function isGoTemplate(text: string): boolean {
  return text.includes('{{') && actionsIn(text).some(({ words }) => goWords.test(words) || /^range \$/.test(words));
}

/** The template of a Modelfile: what follows `TEMPLATE`, in three quotes, in one, or up to the end of its line. */
export function templateOfModelfile(text: string): string | null {
  if (!/^[ \t]*FROM\s/im.test(text.slice(0, 20_000))) return null;
  const start = /^TEMPLATE[ \t]+/im.exec(text);
  if (start === null) return null;
  const from = start.index + start[0].length;
  for (const quote of ['"""', '"']) {
    if (!text.startsWith(quote, from)) continue;
    const end = text.indexOf(quote, from + quote.length);
    return text.slice(from + quote.length, end < 0 ? text.length : end);
  }
  const end = text.indexOf('\n', from);
  return text.slice(from, end < 0 ? text.length : end);
}

/** The part that goes over the calls of a message: from its `range` to the `end` of it. */
export function goCallOf(text: string): GoCall | null {
  const actions = actionsIn(text);
  const first = actions.findIndex(({ words }) => /^range\b/.test(words) && words.includes('.ToolCalls'));
  const open = actions[first];
  if (open === undefined) return null;
  let depth = 1;
  let close = open;
  for (const action of actions.slice(first + 1)) {
    if (/^(?:if|range|with|block|define)\b/.test(action.words)) depth += 1;
    else if (/^end\b/.test(action.words)) depth -= 1;
    if (depth > 0) continue;
    close = action;
    break;
  }
  const to = close === open ? text.length : close.to;
  const inside = actions.find(({ from, words }) => from >= open.to && from < to && /\.(?:Function|Name)\b/.test(words));
  const before = text.slice(0, inside?.from ?? to);
  return { tag: tagBefore(before, actions.slice(0, first + 1)), text: text.slice(open.from, to) };
}

/** The first text after the last actions before a call's first value, without JSON: `<tool_call>`. */
function tagBefore(before: string, actions: readonly Action[]): string {
  // Written once before all calls, as `[TOOL_CALLS] [` is, or before each of them.
  const inLoop = before.slice(actions.at(-1)?.to ?? 0);
  const aroundLoop = before.slice(actions.at(-2)?.to ?? 0, actions.at(-1)?.from ?? 0);
  return [aroundLoop, inLoop].map(wordOf).find((one) => one !== '') ?? '';
}

/** What comes before a bracket of JSON. */
function wordOf(text: string): string {
  const json = text.search(/[{"]|\[\s*$|\[\s*\{/);
  return (json < 0 ? text : text.slice(0, json)).trim();
}

/** All actions, in order. A text between quotes may hold braces. Linear. */
function actionsIn(text: string): Action[] {
  const actions: Action[] = [];
  for (let from = text.indexOf('{{'); from >= 0;) {
    const to = actionEnd(text, from + 2);
    const words = text
      .slice(from + 2, to - 2)
      .replace(/^-\s|\s-$/g, '')
      .trim();
    actions.push({ from, to, words });
    from = text.indexOf('{{', to);
  }
  return actions;
}

function actionEnd(text: string, from: number): number {
  let quote = '';
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (quote !== '') {
      if (sign === '\\' && quote === '"') at += 1;
      else if (sign === quote) quote = '';
    } else if (sign === '"' || sign === '`') quote = sign;
    else if (sign === '}' && text.charAt(at + 1) === '}') return at + 2;
  }
  return text.length;
}
