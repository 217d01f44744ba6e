import { dsmlBody } from './dsml-body.ts';
import { lmdeployRuntime } from './parser.ts';

const closer = '</｜DSML｜function_calls>';

/** Its closer is several tokens, so that a stream never sees it whole: streamed, it gives no call at all. */
export const deepseek_v32 = lmdeployRuntime({
  flag: 'deepseek-v3.2',
  file: 'deepseek_v32_tool_parser.py',
  formats: ['deepseek-dsml'],
  opener: '\n\n<｜DSML｜function_calls>',
  closer,
  reads: 'DSML after an empty line, written exactly as DeepSeek does; streamed, it never finds a call.',
  body: dsmlBody(closer),
  reasoning: { flag: 'deepseek-v3.2', beginsInside: false },
});
