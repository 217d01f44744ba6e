import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { augmentSystemPrompt, extract, formatPrompt, toolDefinitions } from '../../../src/core/index.ts';
import { toyAnswer } from '../../../src/app/sources/toy/toy-answer.ts';
import { toyFormatIn, writeToyCall } from '../../../src/app/sources/toy/toy-formats.ts';
import { toySource } from '../../../src/app/sources/toy/toy-source.ts';
import type { SourceEvent } from '../../../src/app/sources/source.ts';

const tools = toolDefinitions(
  JSON.stringify([
    {
      name: 'open_valve',
      description: 'Opens a valve.',
      schema: {
        type: 'object',
        properties: { valve: { type: 'string' }, pct: { type: 'integer' } },
        required: ['valve', 'pct'],
      },
    },
    {
      name: 'read_gauge',
      description: 'Reads a gauge.',
      schema: { type: 'object', properties: { dial: { enum: ['oil', 'water'] } }, required: ['dial'] },
    },
  ]),
);
const user = 'Open valve B2 to 40 percent.';
const hermes = formatPrompt('hermes', '', tools)?.text ?? '';

function answers(system: string, { temperature = 1, asked = user, own = tools } = {}): string[] {
  return Array.from({ length: 200 }, (_, seed) => toyAnswer({ system, user: asked, tools: own, temperature, seed }));
}

function share(list: readonly string[], is: (text: string) => boolean): number {
  return list.filter(is).length / list.length;
}

describe('the toy', () => {
  it('says the same for the same seed, and never throws', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.double({ min: 0, max: 2, noNaN: true }),
        fc.nat(),
        (system, asked, temperature, seed) => {
          const question = { system, user: asked, tools, temperature, seed };
          expect(toyAnswer(question)).toBe(toyAnswer(question));
        },
      ),
    );
  });

  it('says one thing at temperature 0, and many with heat', () => {
    expect(new Set(answers(hermes, { temperature: 0 })).size).toBe(1);
    expect(new Set(answers(hermes)).size).toBeGreaterThan(3);
  });

  it('writes the format that is asked for, some more often than others', () => {
    const inHermes = share(answers(hermes), (text) => text.startsWith('<tool_call>'));
    const fence = augmentSystemPrompt(null, tools, {}).text;
    const inFence = share(answers(fence), (text) => text.startsWith('~~~tool_call'));
    const asked = share(answers(`${fence}\nUse the form above and no other form.`), (text) => text.startsWith('~~~'));
    expect(inHermes).toBeGreaterThan(0.75);
    expect(inFence).toBeLessThan(inHermes);
    expect(asked).toBeGreaterThan(inFence);
  });

  it('depends on the names of tools and parameters', () => {
    const short = share(answers(hermes), (text) => text.includes('"pct"'));
    const named = toolDefinitions(JSON.stringify(tools).replaceAll('pct', 'percent'));
    const prompt = formatPrompt('hermes', '', named)?.text ?? '';
    const long = share(answers(prompt, { own: named }), (text) => text.includes('"percent"'));
    expect(short).toBeLessThan(0.6);
    expect(long).toBeGreaterThan(0.75);
    expect(answers('No tools here.').every((text) => text.startsWith('No tool'))).toBe(true);
  });

  it('makes needless calls, and fewer when it is told', () => {
    const asked = 'Who wrote Faust?';
    const plain = share(answers(hermes, { asked }), (text) => text.includes('<tool_call>'));
    const told = `${hermes}\nCall a tool only when the user asks for what it does.`;
    expect(plain).toBeGreaterThan(0.3);
    expect(share(answers(told, { asked }), (text) => text.includes('<tool_call>'))).toBeLessThan(0.1);
  });

  it('writes formats as they are read', () => {
    const call = { name: 'open_valve', arguments: { valve: 'B2', pct: 40 } };
    for (const format of ['hermes', 'exathena-fence', 'mistral', 'qwen3-coder-xml', 'pythonic', 'raw-json'] as const) {
      const { calls } = extract({ text: writeToyCall(format, call, false) }, { runtime: 'auto', tools });
      expect(calls.map(({ name, arguments: given }) => [name, given])).toEqual([[call.name, call.arguments]]);
      const asked = formatPrompt(format, '', tools)?.text;
      if (asked !== undefined && format !== 'raw-json') expect(toyFormatIn(asked)).toBe(format);
    }
  });

  it('is a source that ends and can be stopped', async () => {
    const events: SourceEvent[] = [];
    const sampling = { temperature: 0, maxTokens: 3, seed: 1 };
    const controller = new AbortController();
    for await (const event of toySource(tools, 0).open({ system: hermes, user, sampling }, controller.signal))
      events.push(event);
    expect(events.at(-1)).toMatchObject({ kind: 'done', finishReason: 'length', usage: { output: 3 } });
    controller.abort();
    for await (const event of toySource(tools, 0).open({ system: hermes, user, sampling }, controller.signal))
      expect(event.kind).toBe('progress');
  });
});
