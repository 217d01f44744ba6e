import type { Span } from '../../text/document/index.ts';
import { PythonDict, pythonDumps, readPythonJson } from '../../text/languages/index.ts';
import type { Recorder } from '../../trace/index.ts';
import type { EngineCall } from './engine-calls.ts';
import { type InvokeTags, invokesIn, namedTag } from './invoke-tags.ts';

// Muse's calls: `<atem:invoke name="N">` with parameters, in the body of a channel.

export const atemWords = {
  'has-invoke': {
    question: 'Does the reply have `<atem:function_calls>` or `<atem:invoke`?',
    yes: 'The parser reads the closed invokes in the channels of tools.',
    no: 'The parser finds no call and returns the text.',
  },
  undeclared: 'No declared tool has this name: the parser drops the call',
  'text-dropped': 'The parser drops this text: it is in no channel that a client receives.',
} as const;

const tags: InvokeTags = {
  invoke: namedTag('atem:invoke'),
  invokeEnd: '</atem:invoke>',
  parameter: namedTag('atem:parameter'),
  parameterEnd: '</atem:parameter>',
};

export type AtemCode = keyof typeof atemWords;

/**
 * The closed invokes of a part of a text.
 *
 * @param nameOf the name that is called; null drops the call
 * @param inReply where a part of the text is in the reply, if that is another text
 */
export function readAtem(
  text: string,
  { from, to }: Span,
  nameOf: (name: string) => string | null,
  steps: Recorder<AtemCode> | null,
  inReply: (span: Span) => Span = (span) => span,
): EngineCall[] {
  return invokesIn(text, from, to, tags).flatMap((invoke): EngineCall[] => {
    const { parameters } = invoke;
    const nameSpan = inReply(invoke.name);
    const span = inReply({ from: invoke.from, to: invoke.to });
    steps?.enter('block', 'format:muse-glimmer', span);
    const name = nameOf(text.slice(invoke.name.from, invoke.name.to));
    if (name === null) {
      steps?.reject('undeclared', nameSpan);
      steps?.leave(span, 'malformed');
      return [];
    }
    steps?.read('name', nameSpan);
    const args = new PythonDict();
    for (const { key, value } of parameters) {
      steps?.read('key', inReply(key));
      steps?.read('value', inReply(value));
      const raw = text.slice(value.from, value.to);
      const reading = readPythonJson(raw);
      args.set(text.slice(key.from, key.to), reading.ok ? reading.node.value : raw);
    }
    steps?.leave(span, 'matched');
    const [first, last] = [parameters[0], parameters.at(-1)];
    const argumentsSpan =
      first === undefined || last === undefined ? null : inReply({ from: first.key.from, to: last.value.to });
    return [{ span, name, nameSpan, argumentsText: pythonDumps(args) ?? '{}', argumentsSpan }];
  });
}
