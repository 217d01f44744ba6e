import { firstClose } from './first-close.ts';
import { isOff, isTrue, switched } from './switched.ts';

const tags = { open: '<think>', close: '</think>' } as const;

export const deepseekR1 = firstClose(
  {
    flag: 'deepseek_r1',
    file: 'vllm/reasoning/deepseek_r1_reasoning_parser.py',
    reads: 'Thinking from the first character up to the first </think>; without one, all of the reply.',
  },
  tags,
);

export const step3 = firstClose(
  {
    flag: 'step3',
    file: 'vllm/reasoning/step3_reasoning_parser.py',
    reads: 'As deepseek_r1, but <think> stays at the head of the thinking.',
  },
  { ...tags, keepsOpener: true },
);

export const step3p5 = firstClose(
  {
    flag: 'step3p5',
    file: 'vllm/reasoning/step3p5_reasoning_parser.py',
    reads: 'As deepseek_r1, without one line break before and one after </think>.',
  },
  { ...tags, cutsLineBreaks: true },
);

export const ernie45 = firstClose(
  {
    flag: 'ernie45',
    file: 'vllm/reasoning/ernie45_reasoning_parser.py',
    reads: 'As deepseek_r1; <response> and </response> are taken off the answer.',
  },
  { ...tags, answer: { open: '<response>', close: '</response>' } },
);

export const deepseekV3 = switched(
  deepseekR1,
  {
    flag: 'deepseek_v3',
    file: 'vllm/reasoning/deepseek_v3_reasoning_parser.py',
    reads: 'As deepseek_r1 where the request turns thinking on; otherwise all of the reply is content.',
  },
  (options) => isTrue(options, 'thinking') || isTrue(options, 'enable_thinking'),
);

const poolsideTags = firstClose({ flag: '', file: '', reads: '' }, tags);

export const poolsideV1 = switched(
  {
    ...poolsideTags,
    hasEnded: ({ prompt = '' }) =>
      deepseekR1.hasEnded?.({ prompt: prompt.slice(Math.max(0, prompt.lastIndexOf('<assistant>'))) }) ?? false,
  },
  {
    flag: 'poolside_v1',
    file: 'vllm/reasoning/poolside_v1_reasoning_parser.py',
    reads: 'As deepseek_r1 where the request turns thinking on; otherwise all of the reply is content.',
  },
  (options) => isTrue(options, 'thinking') || isTrue(options, 'enable_thinking'),
);

export const holo2 = switched(
  deepseekR1,
  {
    flag: 'holo2',
    file: 'vllm/reasoning/holo2_reasoning_parser.py',
    reads: 'As deepseek_r1, unless the request turns thinking off.',
  },
  (options) => !isOff(options, 'thinking') && !isOff(options, 'enable_thinking'),
);

export const hyV3 = switched(
  deepseekR1,
  {
    flag: 'hy_v3',
    file: 'vllm/reasoning/hy_v3_reasoning_parser.py',
    reads: 'As deepseek_r1 where the request sets a reasoning effort; otherwise all of the reply is content.',
  },
  (options) => isTrue(options, 'reasoning_effort') && options['reasoning_effort'] !== 'no_think',
);
