import type { ToolDefinition } from '../../tools/index.ts';
import { autoParser } from './auto/auto.ts';
import { plainMessage, type Message } from './message.ts';
import type { ReadBefore } from './peg/read-before.ts';
import { FAILED, Reading, type Matcher } from './peg/reading.ts';
import { sample, samplerOf, type Sampled } from './grammar/sample.ts';
import { requestOf, type Request } from './request.ts';
import { UnreadableSchema } from './schema.ts';
import type { Template } from './templates/template.ts';

/** What the parser made of a reply. */
export interface Answer {
  /** `failed`: it does not match, which ends the request. `need-more`: it ended inside of something. */
  readonly state: 'success' | 'need-more' | 'failed';
  readonly message: Message;
  readonly reading: Reading;
  /** Where the parser stopped, in the reply; what follows is not read. */
  readonly to: number;
}

/** A request that is refused before anything is generated. */
export interface RefusedRequest {
  readonly by: 'template' | 'schema';
  readonly message: string;
}

/** The parser of one request. It can read any number of replies. */
export interface ReplyParser {
  /** What the template puts before the reply. */
  readonly prompt: string;
  /** Without tools the parser has no part for calls. */
  readonly declaresTools: boolean;
  read(reply: string): Answer;
  /** Reads a text that grows and begins with the prompt. */
  readGrown(text: string, before: ReadBefore): Answer;
  /** Whether the sampler's grammar would have let the model write this. */
  sample(reply: string): Sampled;
}

/** @param thinking what the request says about it; null where it says nothing, which is yes */
export function replyParser(
  template: Template,
  tools: readonly ToolDefinition[],
  thinking: boolean | null,
): ReplyParser | RefusedRequest {
  const { parser, promptWithoutThinking, isParallel, refuses } = template;
  const toMessage = 'build' in parser ? (parser.toMessage ?? plainMessage) : plainMessage;
  const isThinking = thinking ?? true;
  const prompt = isThinking ? template.prompt : (promptWithoutThinking ?? template.prompt);
  for (const tool of tools) {
    const broken = refuses?.(tool) ?? null;
    if (broken !== null) return { by: 'template', message: broken };
  }
  let match: Matcher;
  let request: Request;
  try {
    request = requestOf(tools, { isThinking, isParallel, prompt });
    match = 'build' in parser ? parser.build(request) : autoParser(request, parser);
  } catch (error) {
    if (error instanceof UnreadableSchema) return { by: 'schema', message: error.message };
    throw error;
  }
  const answer = (reading: Reading): Answer => {
    const to = match(reading, 0);
    const state = to === FAILED ? 'failed' : reading.needsMore ? 'need-more' : 'success';
    return { state, message: toMessage(reading), reading, to: Math.max(0, to - prompt.length) };
  };
  return {
    prompt,
    declaresTools: tools.length > 0,
    read: (reply) => answer(new Reading(prompt + reply)),
    readGrown: (text, before) => answer(new Reading(text, { before })),
    sample: (reply) => sample(samplerOf(parser), request.rules.calls, { prompt, reply, tools }),
  };
}
