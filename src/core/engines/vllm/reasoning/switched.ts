import type { RequestFacts } from '../../runtime.ts';
import { Excerpt, type ReasoningParser } from '../../kit/index.ts';
import { type ReasoningCode, reasoningWords } from './words.ts';

/** Options of the chat template as the request has them. */
export type TemplateOptions = NonNullable<RequestFacts['templateOptions']>;

/** A parser that reads nothing while the request keeps thinking off: then all of the reply is content, tags included. */
export function switched<Code extends string>(
  parser: ReasoningParser<Code>,
  rest: Partial<Pick<ReasoningParser, 'flag' | 'file' | 'reads'>>,
  isOn: (options: TemplateOptions) => boolean,
): ReasoningParser<Code | ReasoningCode> {
  const on = ({ templateOptions = {} }: RequestFacts): boolean => isOn(templateOptions);
  return {
    ...parser,
    ...rest,
    words: { ...reasoningWords, ...parser.words },
    split(text, request, steps) {
      if (on(request)) return parser.split(text, request, steps);
      steps.quirk('thinking-off', { from: 0, to: text.length });
      return { reasoning: null, content: Excerpt.part(text, 0), markup: [] };
    },
    stream: (request) =>
      on(request)
        ? parser.stream(request)
        : { push: (delta, current) => ({ content: Excerpt.end(current, delta), ended: true }) },
    hasEnded: (request) => !on(request) || (parser.hasEnded?.(request) ?? false),
  };
}

/** Python's `bool(kwargs.get(key))`. */
export function isTrue(options: TemplateOptions, key: string): boolean {
  const value = Object.hasOwn(options, key) ? options[key] : undefined;
  return value !== undefined && value !== null && value !== false && value !== 0 && value !== '';
}

/** Whether the request has the key, and turns it off. */
export function isOff(options: TemplateOptions, key: string): boolean {
  return Object.hasOwn(options, key) && !isTrue(options, key);
}
