import { type Found, withoutSpans } from '../found.ts';
import { fromValue, streamOf } from '../from-value.ts';
import { embeddedValues } from '../values.ts';

/** How an exchange over HTTP begins: its first line, an event of the answer, or what `curl -v` writes before both. */
const EXCHANGE =
  /^\s*(?:curl\s|event: \w|data: \{|[<>] (?:HTTP\/|POST )|\* {1,3}\S|HTTP\/[\d.]{1,3} \d|(?:POST|GET) \S{1,300} HTTP\/|POST https?:\/\/\S{1,300}\s)/;

/** An exchange over HTTP, with the body that was sent, the one that came back, or both. Null for any other text. */
export function exchangeOf(text: string): Found | null {
  if (!EXCHANGE.test(text.slice(0, 400))) return null;
  if (/^(?:data|event): ?\S/m.test(text) && streamOf(text) !== null) return null;
  const found = bodiesIn(text);
  if (found.some(({ kind }) => kind === 'stream')) return null;
  const stream = streamOf(bodyOf(text));
  if (stream !== null) return withoutSpans(stream);
  const request = found.find(({ kind }) => kind === 'request') ?? null;
  const answer = found.findLast(({ kind }) => ['response', 'error', 'tools'].includes(kind)) ?? request;
  return answer === null ? null : answered(answer, request);
}

/** What is below the head of the last answer over HTTP, without the lines that `curl -v` writes. */
function bodyOf(text: string): string {
  const heads = [
    ...text.matchAll(/^(?:< )?HTTP\/[\d.]{1,3} \d.*\n(?:(?:< )?[\w-]{1,60}: ?.*\n|[*}{] .*\n)*(?:<? ?\r?\n)/gm),
  ];
  const head = heads.at(-1);
  return head === undefined ? '' : text.slice(head.index + head[0].length).replaceAll(/^\* .*$/gm, '');
}

/** An answer with what is around it in its request. */
export function answered(answer: Found, request: Found | null): Found {
  if (request === null) return answer;
  const { tools, toolsText, system, asked, messages } = request;
  return { ...answer, tools, toolsText, system, asked, messages };
}

/** What the values in a text are. */
export function bodiesIn(text: string): Found[] {
  return embeddedValues(text).flatMap(({ source, span }) => {
    const one = fromValue(source, text.slice(span.from, span.to));
    return one === null ? [] : [one];
  });
}
