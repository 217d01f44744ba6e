import { afterSpace, readJavascriptJson, readPythonJson, stripPython } from '../../text/languages/index.ts';
import { appLayerRuntime, parsedCall } from '../kit/index.ts';

/** So many surplus closers are cut at most. */
const MOST_CUTS = 50;

/**
 * What hermes-agent makes of argument text before it sends the history back; `{}` where nothing helps.
 *
 * @internal The golden data ask it.
 */
export function repairedArguments(given: string): string {
  const raw = stripPython(given);
  if (raw === '' || raw === 'None') return '{}';
  let text = withoutLastCommas(raw);
  for (const [open, close] of ['{}', '[]'].map((pair) => [pair.charAt(0), pair.charAt(1)] as const)) {
    const missing = count(text, open) - count(text, close);
    if (missing > 0) text += close.repeat(missing);
  }
  for (let cut = 0; cut < MOST_CUTS && !readPythonJson(text).ok; cut += 1) {
    const last = text.charAt(text.length - 1);
    const open = last === '}' ? '{' : last === ']' ? '[' : null;
    if (open === null || count(text, last) <= count(text, open)) break;
    text = text.slice(0, -1);
  }
  return readPythonJson(text).ok ? text : '{}';
}

/** `re.sub(r',\s*([}\]])', r'\1', text)`, with the white space of Python. */
function withoutLastCommas(text: string): string {
  let out = '';
  let done = 0;
  for (let at = text.indexOf(','); at >= 0; at = text.indexOf(',', at + 1)) {
    const next = afterSpace(text, at + 1);
    if (text.charAt(next) !== '}' && text.charAt(next) !== ']') continue;
    out += text.slice(done, at);
    done = next;
  }
  return out + text.slice(done);
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

const words = {
  repaired: 'hermes-agent writes these arguments anew: it cuts commas, adds closers or cuts them',
  emptied: 'hermes-agent cannot repair these arguments and replaces them by `{}`: they are lost silently',
} as const;

/** The repair of the arguments of native calls, in the history that goes back to the model. */
export const repairArguments = appLayerRuntime<keyof typeof words>({
  id: 'hermes-agent:repair-arguments',
  project: 'hermes-agent',
  flag: 'repair',
  label: 'hermes-agent repair of arguments',
  emulates: 'The repair of argument text before it goes back to the model; what it cannot repair becomes {}.',
  source: { version: '0.10.0', file: 'run_agent.py' },
  words,
  read: (entries) =>
    entries.map((entry) => {
      const { name, id, given } = entry;
      const text = repairedArguments(typeof given === 'string' ? given : '');
      const value = readJavascriptJson(text);
      const notes = text === given ? [] : text === '{}' ? (['emptied'] as const) : (['repaired'] as const);
      return { ...parsedCall({ name, id, given: text }, value.ok ? value.value : {}), notes };
    }),
});
