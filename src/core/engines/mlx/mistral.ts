import { isRegexModuleWord, PythonDict, readPythonJson } from '../../text/languages/index.ts';
import { lostJson } from './json-calls.ts';
import { mlxRuntime } from './reader.ts';

const ARGS = '[ARGS]';

/** `NAME[ARGS]{…}`. It has no closer, so that all that follows the first opener is one call text. */
export const mistral = mlxRuntime({
  flag: 'mistral',
  formats: ['mistral-v11'],
  opener: '[TOOL_CALLS]',
  closer: null,
  reads: 'One NAME[ARGS]{…} to the last brace of the reply; two calls, and the older list form, are lost.',
  words: { 'no-args': 'There is no `NAME[ARGS]{…}`: the older form of Mistral is not read' },
  read(text) {
    for (let at = text.indexOf(ARGS); at >= 0; at = text.indexOf(ARGS, at + 1)) {
      let from = at;
      while (from > 0 && isRegexModuleWord(text.charCodeAt(from - 1))) from -= 1;
      const open = at + ARGS.length;
      if (from === at || text.charAt(open) !== '{') continue;
      const to = text.lastIndexOf('}') + 1;
      if (to <= open) break;
      const reading = readPythonJson(text, open, to);
      if (!reading.ok) return lostJson(reading.error);
      const value = new PythonDict([
        ['name', text.slice(from, at)],
        ['arguments', reading.node.value],
      ]);
      return { value, places: [{ name: { from, to: at }, arguments: { from: open, to } }] };
    }
    return { lost: 'no-args' };
  },
});
