import { expect, it } from 'vitest';
import { diagnose, extract, runtimesFor } from '../../../src/core/index.ts';

const tools = [
  { name: 'get_weather', schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } },
];
const call = '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call>';
const fence = '~~~tool_call\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n~~~';
const xml = '<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</function>';

/** A reply with each of its ends, whole calls before it included. */
const cuts = [
  call,
  `${call}\n${call}`,
  fence,
  xml,
  JSON.stringify({ name: 'get_weather', arguments: { city: 'Oslo' } }),
]
  .flatMap((text) => Array.from({ length: text.length }, (_, at) => text.slice(0, at)))
  .filter((text) => text.trim() !== '');

it.each(['auto', 'exathena', 'vllm:hermes', 'sglang:qwen25', 'ollama:qwen3'])(
  'no token limit cut off what a model stopped in, and nothing is closed for it: %s',
  async (runtime) => {
    const runtimes = await runtimesFor(runtime);
    for (const text of cuts) {
      const options = { runtime, runtimes, tools };
      const extraction = extract({ text }, options);
      const cut = diagnose(extraction, options);
      const stopped = diagnose(extraction, { ...options, isStopped: true });
      for (const { code, message, remedy } of stopped)
        expect([text, code, `${message} ${remedy}`]).toEqual([
          text,
          expect.not.stringMatching(/^D27$/),
          expect.not.stringMatching(/token limit|cut off/),
        ]);
      // It is silent of no more than before.
      if (cut.length > 0) expect([text, stopped.length]).not.toEqual([text, 0]);
      if (cut[0]?.code === 'D27') expect([text, stopped[0]?.edit]).toEqual([text, null]);
    }
  },
);
