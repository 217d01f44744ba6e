import { dsmlBody } from './dsml-body.ts';
import { lmdeployRuntime } from './parser.ts';

const closer = '</｜DSML｜tool_calls>';

/** Its closer is several tokens, so that a stream never sees it whole: streamed, it gives no call at all. */
export const deepseek_v4 = lmdeployRuntime({
  flag: 'deepseek-v4',
  file: 'deepseek_v4_tool_parser.py',
  formats: ['deepseek-dsml'],
  opener: '\n\n<｜DSML｜tool_calls>',
  closer,
  reads: 'DSML after an empty line, written exactly as DeepSeek does; streamed, it never finds a call.',
  body: dsmlBody(closer),
  reasoning: { flag: 'deepseek-v4', beginsInside: false },
});
