import { stripPython } from '../../text/languages/index.ts';
import type { Span } from '../../text/document/index.ts';
import { sameClass, sglangRuntime, type SglangDetector } from './detector.ts';
import { detectGlm, glmWords, type GlmBody, type GlmCode, type GlmShape } from './kit/glm-calls.ts';
import { type GlmString, unquoted } from './kit/glm-values.ts';
import { GlmStream, type GlmHead, type GlmStyle } from './kit/glm-stream.ts';
import { OPEN } from './kit/block-notes.ts';

const shape: Omit<GlmShape, 'asString'> = { body: untilNewline, keepsTextAround: false };

const style: Omit<GlmStyle, 'asString'> = {
  showsTextBefore: false,
  nameComesAlone: true,
  notesEmptyArguments: false,
  notesOpener: false,
  nameEnds: ['\n', '\\n'],
  head,
};

/** @param asString releases differ */
export const glm45Detector = (asString: GlmString): SglangDetector<GlmCode> => ({
  flag: 'glm45',
  file: 'glm4_moe_detector.py',
  formats: ['glm-4.5'],
  reads: 'A name on a line of its own, then <arg_key> and <arg_value> pairs, in closed <tool_call> blocks.',
  words: glmWords,
  openers: [OPEN],
  detect: (text, tools, steps) => detectGlm(text, tools, { ...shape, asString }, steps),
  stream: (tools) => new GlmStream({ ...style, asString }, tools),
});

export const glm45 = sglangRuntime(glm45Detector(unquoted));

export const glm = sameClass(glm45, 'glm');

/** The name up to a newline, or to a backslash with an `n`. */
function untilNewline(text: string, { from, to }: Span): GlmBody | null {
  const newline = newlineIn(text.slice(from, to));
  if (newline === null) return null;
  return { name: { from, to: from + newline.from }, rest: { from: from + newline.to, to } };
}

function newlineIn(text: string): Span | null {
  const newline = text.indexOf('\n');
  const escaped = (newline < 0 ? text : text.slice(0, newline)).indexOf('\\n');
  if (escaped >= 0) return { from: escaped, to: escaped + 2 };
  return newline < 0 ? null : { from: newline, to: newline + 1 };
}

/** `<tool_call>(.*?)(?:\\n|\n)`: a closer before the newline belongs to the name. */
function head(text: string): GlmHead | null {
  const newline = newlineIn(text.slice(OPEN.length));
  if (newline === null) return null;
  const nameTo = OPEN.length + newline.from;
  return { name: stripPython(text.slice(OPEN.length, nameTo)), rest: OPEN.length + newline.to };
}
