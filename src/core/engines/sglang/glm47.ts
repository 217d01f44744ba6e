import { stripPython } from '../../text/languages/index.ts';
import { sglangRuntime, type SglangDetector } from './detector.ts';
import { detectGlm, glmWords, type GlmCode, type GlmShape, untilKey } from './kit/glm-calls.ts';
import { type GlmString, unquoted } from './kit/glm-values.ts';
import { GlmStream, type GlmHead, type GlmStyle } from './kit/glm-stream.ts';
import { CLOSE, OPEN } from './kit/block-notes.ts';

/** What the beginning of a key looks like: the original does not wait for its `>`. */
const KEY_BEGIN = '<arg_key';

const shape: Omit<GlmShape, 'asString'> = { body: untilKey, keepsTextAround: true };

const style: Omit<GlmStyle, 'asString'> = {
  showsTextBefore: true,
  nameComesAlone: false,
  notesEmptyArguments: true,
  notesOpener: true,
  nameEnds: [KEY_BEGIN, CLOSE],
  head,
};

/** @param asString releases differ */
export const glm47Detector = (asString: GlmString): SglangDetector<GlmCode> => ({
  flag: 'glm47',
  file: 'glm47_moe_detector.py',
  formats: ['glm-4.5'],
  reads: 'A name directly before <arg_key> and <arg_value> pairs, in closed <tool_call> blocks.',
  words: glmWords,
  openers: [OPEN],
  detect: (text, tools, steps) => detectGlm(text, tools, { ...shape, asString }, steps),
  stream: (tools) => new GlmStream({ ...style, asString }, tools),
});

export const glm47 = sglangRuntime(glm47Detector(unquoted));

/** `<tool_call>(.*?)(?:(<arg_key.*?))?(?:(</tool_call>)|$)`: the name is whole once a key or the closer is there. */
function head(text: string): GlmHead | null {
  const close = text.indexOf(CLOSE, OPEN.length);
  const key = (close < 0 ? text : text.slice(0, close)).indexOf(KEY_BEGIN, OPEN.length);
  if (key < 0 && close < 0) return null;
  const rest = key < 0 ? close : key;
  return { name: stripPython(text.slice(OPEN.length, rest)), rest };
}
