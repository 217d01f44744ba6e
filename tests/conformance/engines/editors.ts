import { readCline, parseAssistantMessageV2 } from '../../../src/core/engines/cline/parse-assistant-message.ts';
import { readPieces, toolCodeblocks } from '../../../src/core/engines/continue/tool-codeblocks.ts';
import type { TaggedReply } from '../../../src/core/engines/kit/tool-tags.ts';
import { assistantMessageParser, readRoo } from '../../../src/core/engines/roo/assistant-message-parser.ts';
import type { Runtime } from '../../../src/core/engines/runtime.ts';
import { Recorder } from '../../../src/core/trace/recorder.ts';
import { openDocument } from '../../../src/core/trace/response.ts';
import { characters, fourCharacters, vllmPieces } from '../chunkers.ts';
import { exceptionText, same, withNull } from './called.ts';
import type { EngineAnswers, EngineLine, Held } from './engine.ts';

// Cline, Roo Code and Continue, which live in editors.

interface Editor {
  readonly engine: string;
  readonly folder: string;
  readonly runtime: Runtime;
  readonly parser: string;
  /** Keys of answers to a reply that comes in pieces. */
  readonly streamed: readonly string[];
  readonly answer: (line: EngineLine) => unknown;
}

const STEPS = '-steps';

const all: readonly Editor[] = [
  {
    engine: 'cline',
    folder: 'cline',
    runtime: parseAssistantMessageV2,
    parser: 'parseAssistantMessageV2',
    streamed: ['steps'],
    answer: answerCline,
  },
  {
    engine: 'roo-code',
    folder: 'roo',
    runtime: assistantMessageParser,
    parser: 'AssistantMessageParser',
    streamed: ['beforeEnd'],
    answer: answerRoo,
  },
  {
    engine: 'continue',
    folder: 'continue',
    runtime: toolCodeblocks,
    parser: 'toolCodeblocks',
    streamed: ['streaming', 'perChar'],
    answer: answerContinue,
  },
];

/** What the readers of editors answer. */
export const editors: readonly EngineAnswers[] = all.map(
  ({ engine, folder, runtime, parser, streamed, answer }): EngineAnswers => ({
    engine,
    asked: [],
    streamed,
    notes: [],
    answer,
    held: [{ runtime, file: `${folder}/${parser}.jsonl`, asks: { engine, parser } } satisfies Held],
    runtimeOf: () => runtime,
    // Their calls have values, and Continue's argument text may be cut off.
    served: () => null,
  }),
);

function recorder(text: string): Recorder<string> {
  return new Recorder<string>(openDocument({ text }));
}

function tagged({ tools }: TaggedReply, content: string | null, order: string, isOver: boolean): unknown {
  const calls = tools.map(({ name, parameters, isPartial }) => ({
    name,
    arguments: Object.fromEntries(parameters),
    ...(isPartial && !isOver ? { partial: true } : {}),
  }));
  return { calls, content, order };
}

function answerCline({ parser, text }: EngineLine): unknown {
  const answerOf = (part: string): unknown => {
    const { reply, text: content, order } = readCline(part, recorder(part));
    return tagged(reply, content, order, false);
  };
  const expected = answerOf(text);
  if (!parser.endsWith(STEPS)) return { expected };
  const steps: { after: number; answer: unknown }[] = [];
  let current = '';
  for (const piece of vllmPieces(text, undefined, true)) {
    current += piece;
    const answer = answerOf(current);
    if (!same(answer, steps.at(-1)?.answer)) steps.push({ after: Array.from(current).length, answer });
  }
  return { expected, steps };
}

/** The older parser answers as the newer one before the end is told. */
function answerRoo({ text }: EngineLine): unknown {
  const { reply, text: content, order } = readRoo(text, recorder(text));
  const expected = tagged(reply, content, order, true);
  const beforeEnd = tagged(reply, content, order, false);
  return { expected, ...(same(beforeEnd, expected) ? {} : { beforeEnd, whole: beforeEnd }) };
}

function answerContinue({ text }: EngineLine): unknown {
  const expected = fenceAnswer([text]);
  const streaming = fenceAnswer(fourCharacters(text));
  const perChar = fenceAnswer(characters(text));
  return {
    expected,
    ...(same(streaming, expected) ? {} : { streaming }),
    ...(same(perChar, expected) ? {} : { perChar }),
  };
}

function fenceAnswer(pieces: readonly string[]): unknown {
  const { parts, exception } = readPieces(pieces);
  const calls: { name: string; texts: string[] }[] = [];
  let content = '';
  let order = '';
  for (const part of parts) {
    if (part.kind === 'content') {
      content += part.text.text;
      if (!order.endsWith('t')) order += 't';
    } else if (part.kind === 'name') {
      calls.push({ name: part.name, texts: [] });
      order += 'c';
    } else if (part.kind === 'arguments') calls.at(-1)?.texts.push(part.text);
  }
  return {
    calls: calls.map(({ name, texts }) => withNull({ name, argumentsText: texts.join('') })),
    content: content === '' ? null : content,
    order,
    ...(exception === null ? {} : { raises: exceptionText(exception) }),
  };
}
