import { Expression } from './expression.ts';
import { any, Literal, literal } from './pattern.ts';

export const CALL_BEGIN = '<｜tool▁call▁begin｜>';
export const CALL_END = '<｜tool▁call▁end｜>';
export const SEPARATOR = '<｜tool▁sep｜>';

const SECTION_END = '<｜tool▁calls▁end｜>';

/** The section of DeepSeek's calls. Models write its opening marker in several ways. */
export const DEEPSEEK_SECTION = {
  open: new Expression([
    any(
      literal('<｜tool▁calls▁begin｜>'),
      literal('<｜tool_calls_begin｜>'),
      literal('<｜tool calls begin｜>'),
      literal('<｜tool\\_calls\\_begin｜>'),
      literal('<｜tool▁calls｜>'),
    ),
  ]),
  close: new Literal(SECTION_END),
  closer: SECTION_END,
};
