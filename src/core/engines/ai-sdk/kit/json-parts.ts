import type { Span } from '../../../text/document/index.ts';
import { readJson } from '../../../text/json/index.ts';

interface Parts {
  readonly nameSpan: Span;
  readonly argumentsSpan: Span;
}

/**
 * Where the name and the arguments are in the JSON of a call; where that is no strict JSON, the name is looked for.
 *
 * @param isEnvelope false where the JSON is the arguments alone
 * @param nameKeys keys of the name, the first that is there counts; likewise `argumentsKeys`
 */
export function partsInJson(
  text: string,
  body: Span,
  name: string,
  isEnvelope = true,
  nameKeys: readonly string[] = ['name'],
  argumentsKeys: readonly string[] = ['arguments'],
): Parts {
  if (!isEnvelope) return { nameSpan: body, argumentsSpan: body };
  const reading = readJson(text, body.from, body.to);
  if (reading.ok && reading.node.kind === 'object') {
    const { members } = reading.node;
    const [named, args] = [nameKeys, argumentsKeys].map((keys) =>
      keys.map((key) => members.findLast((member) => member.key.value === key)?.value).find((value) => value),
    );
    return { nameSpan: spanOf(named ?? body), argumentsSpan: spanOf(args ?? body) };
  }
  const at = name === '' ? -1 : text.slice(body.from, body.to).indexOf(name);
  return { nameSpan: at < 0 ? body : { from: body.from + at, to: body.from + at + name.length }, argumentsSpan: body };
}

function spanOf({ from, to }: Span): Span {
  return { from, to };
}
