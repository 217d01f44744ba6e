import { stripPython } from '../../text/languages/index.ts';
import { sglangRuntime } from './detector.ts';
import { detectGlm, glmWords, untilKey, type GlmShape } from './kit/glm-calls.ts';
import { GlmStream, type GlmHead, type GlmStyle } from './kit/glm-stream.ts';
import { CLOSE, OPEN } from './kit/block-notes.ts';

/** What the beginning of a key looks like: the original does not wait for its `>`. */
const KEY_BEGIN = '<arg_key';

const shape: GlmShape = { body: untilKey, keepsTextAround: true };

const style: GlmStyle = {
  showsTextBefore: true,
  nameComesAlone: false,
  notesEmptyArguments: true,
  notesOpener: true,
  nameEnds: [KEY_BEGIN, CLOSE],
  head,
};

export const glm47 = sglangRuntime({
  flag: 'glm47',
  file: 'glm47_moe_detector.py',
  formats: ['glm-4.5'],
  reads: 'A name directly before <arg_key> and <arg_value> pairs, in closed <tool_call> blocks.',
  words: glmWords,
  openers: [OPEN],
  detect: (text, tools, steps) => detectGlm(text, tools, shape, steps),
  stream: (tools) => new GlmStream(style, tools),
});

/** `<tool_call>(.*?)(?:(<arg_key.*?))?(?:(</tool_call>)|$)`: the name is whole once a key or the closer is there. */
function head(text: string): GlmHead | null {
  const close = text.indexOf(CLOSE, OPEN.length);
  const key = (close < 0 ? text : text.slice(0, close)).indexOf(KEY_BEGIN, OPEN.length);
  if (key < 0 && close < 0) return null;
  const rest = key < 0 ? close : key;
  return { name: stripPython(text.slice(OPEN.length, rest)), rest };
}
