import { divide, type Engine, type EngineOutcome, engineRuntime, formatOf } from '../kit/index.ts';
import type { Runtime } from '../runtime.ts';
import { callIds, type Recorder } from '../../trace/index.ts';
import { describe } from './auto/describe.ts';
import { replyParser, type RefusedRequest, type ReplyParser } from './read.ts';
import { divisionOf, isAllReasoning, isCutOff, recordReading, recordRefusal, recordSampling } from './steps.ts';
import { raisedBy, replyStream } from './stream.ts';
import type { Template } from './templates/template.ts';
import { llamacppWords, orders, telling, vague } from './words.ts';

export interface LlamacppRuntime extends Runtime {
  readonly template: Template;
}

/** The parser that llama.cpp builds for a template and a request, with what its server does around it. */
export function llamacppRuntime(template: Template): LlamacppRuntime {
  const { id, label, files, formats, promptWithoutThinking, parser } = template;
  const isOwn = 'build' in parser;
  const asksThinking = promptWithoutThinking !== undefined;
  const engine: Engine = {
    id: `llamacpp:${id}`,
    project: 'llamacpp',
    flag: `--chat-template-file ${files[0]}.jinja`,
    label: `llama.cpp ${label}`,
    emulates: isOwn ? parser.reads : describe(parser),
    source: {
      version: 'v0.5.0',
      commit: 'de3ff815',
      file: isOwn ? `common/parsers/${parser.file}.cpp` : 'common/chat-auto-parser-generator.cpp',
    },
    ids: callIds.llamacpp,
    formats,
    tier: id,
    asks: asksThinking ? ['thinking'] : [],
    needsTools: true,
    telling: { first: telling, vague },
    words: {
      [id]: `The parser for ${label}`,
      ...llamacppWords,
      'wanted-parameter': orders[(isOwn ? parser.order : undefined) ?? 'required-in-schema-order'],
    },

    read(reply, tools, { thinking }, steps) {
      if (asksThinking) steps.gate('turns-thinking-on', thinking ?? true, { from: 0, to: reply.length });
      return readReply(replyParser(template, tools, thinking), reply, engine, steps);
    },
    stream: (tools, { thinking }) => replyStream(replyParser(template, tools, thinking)),
  };
  return { ...engineRuntime(engine), template };
}

function readReply(
  parser: ReplyParser | RefusedRequest,
  reply: string,
  engine: Engine,
  steps: Recorder<string>,
): EngineOutcome {
  if ('by' in parser) return failed(raisedBy(parser).raises, reply, 0, engine, steps);
  const answer = parser.read(reply);
  const { length } = parser.prompt;
  if (answer.state === 'failed') {
    // What was recognised before is what the parser makes of the text up to there.
    const reached = Math.max(0, answer.reading.refusedAt - length);
    recordReading(parser.read(reply.slice(0, reached)).reading, length, parser.declaresTools, steps);
    const at = recordRefusal(answer.reading, length, steps);
    recordSampling(parser.sample(reply), reply, steps);
    return failed('NoMatch', reply, at, engine, steps);
  }
  recordReading(answer.reading, length, parser.declaresTools, steps);
  const { captures, sought, refusedAt } = answer.reading;
  const isRead = captures.some(({ tag }) => tag === 'call-open' || tag === 'call');
  // The marker is there, and what follows it is no call: it becomes content.
  const marker = sought?.found ?? null;
  if (!isRead && answer.to >= reply.length && marker !== null && refusedAt > marker.from)
    recordRefusal(answer.reading, length, steps);
  const sampled = parser.sample(reply);
  if (sampled.grammar === 'refused') recordSampling(sampled, reply, steps);
  const end = { from: Math.max(0, reply.length - 1), to: reply.length };
  if (isAllReasoning(answer, length)) steps.quirk('reasoning-to-end', { from: 0, to: reply.length });
  if (isCutOff(answer)) steps.quirk('cut-off', end);
  if (answer.state === 'success' && answer.to < reply.length) {
    if (answer.reading.refusedAt - length >= answer.to) recordRefusal(answer.reading, length, steps);
    steps.quirk('unread', { from: answer.to, to: reply.length });
  }
  divide(steps, engine.tier, formatOf(engine), divisionOf(answer, length));
  return { content: answer.message.content };
}

function failed(raises: string, reply: string, at: number, engine: Engine, steps: Recorder<string>): EngineOutcome {
  divide(steps, engine.tier, formatOf(engine), { calls: [], content: [] });
  steps.fail({ code: `raises-${raises}`, served: 'http-error', span: { from: 0, to: reply.length }, at });
  return { content: null };
}
