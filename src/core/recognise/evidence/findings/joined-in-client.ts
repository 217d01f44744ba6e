import type { Answer } from '../paste/answer.ts';
import type { Turn } from '../evidence.ts';
import type { Reason } from './reason.ts';

/** Where a reader of JSON found something after its end: Python, JavaScript, Rust. */
const AFTER_END =
  /\bExtra data: line 1 column \d{1,9} \(char (\d{1,9})\)|\bafter JSON at position (\d{1,9})\b|\btrailing characters at line 1 column (\d{1,9})\b/;

/** Calls that came sound, and whose arguments somebody after them read as one text; null where the place does not show it. */
export function joinedLater(around: string, { calls }: Turn): Reason | null {
  const [, python, javascript, rust] = AFTER_END.exec(around) ?? [];
  const at = rust === undefined ? Number(python ?? javascript) : Number(rust) - 1;
  if (!calls.slice(0, -1).some(({ argumentsText }) => argumentsText.length === at)) return null;
  return {
    cause: 'client',
    says: 'The calls came sound, and a client joined their arguments: it failed where those of the first end.',
    fix: 'Let the client open a new call for every new id or `index`, or update it. Until then, send `parallel_tool_calls: false`.',
  };
}

/** A client that ran a call without its name or its arguments says so; Spring AI in these words, and others of an empty text. */
const EMPTIED =
  /\btool(?:Input|Name) cannot be null or empty\b|"toolName" is null|\bUnexpected end of JSON input\b|\bExpecting value: line 1 column 1 \(char 0\)|\bEOF while parsing a value at line 1 column 0\b|\b(?:[Tt]ool|[Ff]unction) (?:''|""|``) (?:was |is )?(?:not\b|unknown\b)/;
const EMPTY_ID =
  /["']tool_calls["']\s{0,4}:\s{0,4}\[\s{0,8}\{(?:(?!\}\s{0,8}\])[^\n]){0,300}?["']id["']\s{0,4}:\s{0,4}(?:""|'')/;

/**
 * A call whose later pieces have an id that says nothing, and a client that takes every id for a new call: it ran the call without
 * its arguments. Null for others. Source: spring-ai#4629, #5806, #6374, OpenAiStreamFunctionCallingHelper and ChunkMerger
 */
export function joinedById(content: string, around: string, { kind, turn, span }: Answer): Reason | null {
  if (kind !== 'stream' || !EMPTIED.test(around)) return null;
  const came = content.slice(span.from, span.to);
  const isRepeated = turn.calls.some(({ id }) => id !== null && id !== '' && came.split(id).length > 2);
  const ids = EMPTY_ID.test(came) ? 'have an empty id' : isRepeated ? 'repeat its id' : null;
  if (ids === null) return null;
  const client = /\btool(?:Input|Name)\b/.test(around) ? 'Spring AI' : 'the client';
  return {
    cause: 'stream',
    says: `Later pieces of a call ${ids}, and ${client} took each for a new call.`,
    fix: `Update ${client}: pieces belong together by their \`index\`. Until then, send the request without a stream.`,
  };
}

/** Code that joins the name of every piece: `call["name"] += delta.name`. */
const JOINS_NAMES = /\bname\b["'\])}]{0,3} ?\+=/;

/** The code of the person joins names that this server repeats; null for others. */
export function joinedNames(around: string, { faults }: Answer): Reason | null {
  const repeated = faults.find(({ code }) => code === 'name-repeated');
  if (repeated === undefined || !JOINS_NAMES.test(around)) return null;
  return {
    cause: 'client',
    says: 'The code in the paste joins the name of every piece (`+=`), and this server repeats the name.',
    fix: NAME_ONCE,
    span: repeated.span,
  };
}

export const NAME_ONCE = 'Set the name once (`=`), and join only the arguments.';
