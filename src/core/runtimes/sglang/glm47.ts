import { stripPython } from '../../languages/python/text.ts';
import { sglangRuntime } from './detector.ts';
import { CLOSE, detectGlm, glmWords, OPEN, untilKey, type GlmShape } from './glm-calls.ts';
import { GlmStream, type GlmHead, type GlmStyle } from './glm-stream.ts';
import { firstMarker } from './sections.ts';

const shape: GlmShape = { body: untilKey, keepsTextAround: true };

const style: GlmStyle = {
  showsTextBefore: true,
  nameComesAlone: false,
  notesEmptyArguments: true,
  head,
};

export const glm47 = sglangRuntime({
  flag: 'glm47',
  file: 'glm47_moe_detector.py',
  formats: ['glm-4.5'],
  reads: 'A name directly before <arg_key> and <arg_value> pairs, in closed <tool_call> blocks.',
  words: glmWords,
  gate: (text) => firstMarker(text, OPEN),
  detect: (text, tools, steps) => detectGlm(text, tools, shape, steps),
  stream: (tools) => new GlmStream(style, tools),
});

/** What the beginning of a key looks like: the original does not wait for its `>`. */
const KEY_BEGIN = '<arg_key';

/** `<tool_call>(.*?)(?:(<arg_key.*?))?(?:(</tool_call>)|$)`; the name is whole once a key or the closer is there. */
function head(buffer: string): GlmHead | null {
  const from = OPEN.length;
  const closer = buffer.indexOf(CLOSE, from);
  const isClosed = closer >= 0;
  const to = isClosed ? closer : buffer.length;
  const key = buffer.indexOf(KEY_BEGIN, from);
  if (key < 0 && !isClosed) return null;
  const nameTo = key < 0 ? to : Math.min(key, to);
  return {
    name: stripPython(buffer.slice(from, nameTo)),
    raw: stripPython(buffer.slice(nameTo, to)),
    isClosed,
    end: isClosed ? closer + CLOSE.length : buffer.length,
  };
}
