import type { ToolDefinition } from '../../../tools/index.ts';
import { callIds, type Recorder } from '../../../trace/index.ts';
import { divide, type Engine, type EngineOutcome, engineRuntime, formatOf } from '../../kit/index.ts';
import type { Runtime, RuntimeOptions } from '../../runtime.ts';
import type { Refusal } from '../../llamacpp/refusals.ts';
import { GrowingText } from './kit/growing-text.ts';
import type { MessageParser, Syntax } from './kit/message.ts';
import { messageStream } from './kit/message-stream.ts';
import { Raise } from './kit/raise.ts';
import { markupOf, readMessage, type Message } from './kit/read-message.ts';
import { kitWords, type KitCode } from './kit/words.ts';

/** The last state of llama.cpp with a parser for each format: build b8121, of 21 February 2026. */
const source = { version: 'b8121', commit: '89244669' };

interface Format {
  readonly slug: string;
  /** As the server logs it: `Chat format: …`. */
  readonly name: string;
  /** What tells it from another of the same name. */
  readonly variant?: string;
  /** Where one name stands for several readers, the templates of this one. */
  readonly templates?: readonly string[];
  readonly formats: readonly string[];
  /** One sentence: what it reads. */
  readonly reads: string;
  /** A tool that the template cannot render: the request fails before the model runs. */
  readonly refuses?: Refusal;
  /** Its templates open the reasoning, unless the request turns thinking off. */
  readonly opensThinking?: true;
  readonly read: (parser: MessageParser) => void;
}

/** What llama.cpp makes of a text, whole or so far. */
type ReadMessage<Reply> = (reply: Reply, isPartial: boolean, syntax: Syntax, steps: Recorder<KitCode>) => Message;

export interface B8121Runtime extends Runtime {
  /** `common_chat_format_name`. */
  readonly formatName: string;
  readonly templates: readonly string[] | undefined;
  readonly readMessage: ReadMessage<string>;
}

/** A format with what the server does around it. */
export function b8121Format(format: Format): B8121Runtime {
  const { slug, name, variant, templates, formats, reads, opensThinking, refuses, read } = format;
  const message: ReadMessage<GrowingText> = (reply, isPartial, syntax, steps) => {
    const refused = refuses === undefined ? undefined : syntax.tools.map(refuses).find((broken) => broken !== null);
    if (refused === undefined) return readMessage(read, reply, isPartial, syntax, steps);
    return refusedMessage(new Raise('template', `template: Error: ${refused}`, 0));
  };
  const syntaxOf = (tools: readonly ToolDefinition[], { thinking }: RuntimeOptions): Syntax => ({
    opensThinking: opensThinking === true && thinking !== false,
    tools,
  });
  const engine: Engine = {
    id: `llamacpp:${slug}@b8121`,
    project: 'llamacpp',
    flag: `Chat format: ${name}`,
    label: `llama.cpp ${name} (b8121${variant === undefined ? '' : `, ${variant}`})`,
    emulates: reads,
    source: { ...source, file: 'common/chat-parser.cpp' },
    ids: callIds.llamacpp,
    formats,
    tier: slug,
    asks: opensThinking ? ['thinking'] : [],
    needsTools: true,
    telling: { vague: ['parsed-as-content', 'content-twice', 'closer-missing', 'tail-dropped'] },
    words: { [slug]: `llama.cpp's ${name}`, ...kitWords },

    read: (reply, tools, options, steps) =>
      serve(message(new GrowingText(reply), false, syntaxOf(tools, options), steps), reply, engine, steps),
    stream: (tools, options) => {
      const syntax = syntaxOf(tools, options);
      return messageStream((growing, isPartial, steps) => message(growing, isPartial, syntax, steps));
    },
  };
  return {
    ...engineRuntime(engine),
    formatName: name,
    templates,
    readMessage: (text, ...rest) => message(new GrowingText(text), ...rest),
  };
}

/** No model ran. */
function refusedMessage(raised: Raise): Message {
  return { calls: [], content: [], reasoning: [], blocks: [], raised, openEnd: null };
}

function serve(message: Message, reply: string, engine: Engine, steps: Recorder<string>): EngineOutcome {
  const { raised, content } = message;
  const tier = engine.tier;
  if (raised !== null) {
    divide(steps, tier, formatOf(engine), { calls: [], content: [] });
    const at = Math.min(raised.at, reply.length);
    steps.fail({ code: `raises-${raised.code}`, served: 'http-error', span: { from: at, to: reply.length }, at });
    return { content: null };
  }
  divide(steps, tier, formatOf(engine), {
    calls: message.calls.map(({ id, idSpan, ...call }) =>
      id === '' || idSpan === null ? call : { ...call, id, idSpan },
    ),
    content: content.map(({ span }) => span),
    reasoning: message.reasoning.map(({ span }) => span),
    markup: markupOf(message),
  });
  return { content: content.map(({ text }) => text).join('') };
}
