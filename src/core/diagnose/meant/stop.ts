import { explain, type Extraction, type GateEvent, gateMissText, type TraceEvent, wordFor } from '../../trace/index.ts';
import { overlaps, type Span } from '../../text/document/index.ts';
import { quoted } from '../rule.ts';

/** Where a runtime left the road to a call. */
interface Stop {
  /** What it expected or missed there, in sentences. */
  readonly why: string;
  readonly span: Span;
  /** What to do, where it is another thing than to keep to the notation. */
  readonly remedy?: string | undefined;
}

const TEMPLATE = 'Simplify the schema of the tool, or start the server with another chat template.';
const DECLARE = 'Declare the tool under this name, or repeat the declared names at the end of the prompt.';
const FORWARD =
  'Declare the tool. Or start SGLang with `SGLANG_FORWARD_UNKNOWN_TOOLS=true`: then it returns such calls as well.';
const remedies: ReadonlyMap<string, string> = new Map([
  ['raises-TemplateError', TEMPLATE],
  ['raises-template', TEMPLATE],
  // Most detectors of SGLang ask that setting.
  ['undeclared-dropped', FORWARD],
  ['undeclared-lost', FORWARD],
  ['undeclared-shown', FORWARD],
  ['undeclared-skipped', DECLARE],
  ['undeclared-kept-as-text', DECLARE],
  ['undeclared-block', DECLARE],
  ['undeclared-name', DECLARE],
  ['name-not-declared', DECLARE],
  ['not-declared', DECLARE],
  ['raises-not-declared', DECLARE],
  ['later-function', 'Ask in the prompt for one call in each reply.'],
]);

/** Whether the server refuses the request before there is a reply. */
export function isRefusedRequest({ error }: Extraction): boolean {
  return error !== undefined && remedies.get(error.code) === TEMPLATE;
}

/**
 * The step that says why a runtime does not return the call in `area`: what it refused there, what it did there that
 * surprises people, else what it looked for in vain. Null where no step is about that place.
 */
export function stopOf(extraction: Extraction, area: Span): Stop | null {
  const { trace, runtime, document, error, calls } = extraction;
  const vague = new Set(runtime.telling?.vague);
  const isThere = (event: TraceEvent): boolean => overlaps(event, area);
  const failed = (event: TraceEvent): boolean =>
    error !== undefined && event.kind === 'reject' && event.from <= error.at && error.at <= event.to;
  const refused = (event: TraceEvent): boolean => event.kind === 'reject' && !vague.has(event.code) && isThere(event);
  const surprising = (event: TraceEvent): boolean => event.kind === 'quirk' && !vague.has(event.code) && isThere(event);
  const event = trace.find(failed) ?? trace.find(refused) ?? trace.find(surprising);
  if (event?.kind === 'reject' || event?.kind === 'quirk') {
    const from = event.kind === 'reject' ? event.at : event.from;
    return {
      why: explain(event, document, runtime.words).title + whatIsThere(event, document),
      span: firstOf(from, event.to),
      remedy: remedies.get(event.code),
    };
  }
  // Refused before it was read.
  if (error !== undefined)
    return {
      why: `${wordFor(error.code, runtime.words).replace(/\.$/, '')}.`,
      span: firstOf(error.at, area.to),
      remedy: remedies.get(error.code),
    };
  // A later call was found, so what was looked for at first is there.
  const gate =
    calls.length > 0
      ? undefined
      : trace.findLast((one): one is GateEvent => one.kind === 'gate' && !one.answer && isThere(one));
  if (gate === undefined) return null;
  const missing = gateMissText(gate, document, runtime.words);
  return {
    why: `${missing.charAt(0).toUpperCase()}${missing.slice(1)}.`,
    span: firstOf(gate.found?.from ?? area.from, area.to),
  };
}

/** Keywords of Python that are names of parameters elsewhere. */
const KEYWORD = /^(from|import|class|global|lambda|pass|async|await|with|in|is|as|if|else|for|not|or|and) ?=(?!=)/;

/** A refused name is on the page as it was read, with its white space. */
const LONGEST_READ = 60;

/** What was refused as a whole, where it is short and nothing was expected in its place. */
function whatIsThere(event: TraceEvent, document: string): string {
  const word = event.kind === 'reject' ? KEYWORD.exec(document.slice(event.at, event.at + 12))?.[1] : undefined;
  if (word !== undefined) return ` \`${word}\` is a keyword of Python and names no argument there.`;
  if (event.kind !== 'reject' || !/name|declared/.test(event.code) || event.expected !== undefined) return '';
  if (event.at !== event.from || event.to <= event.from || event.to - event.from > LONGEST_READ) return '';
  return ` It reads \`${quoted(document.slice(event.from, event.to))}\` there.`;
}

function firstOf(from: number, to: number): Span {
  return { from, to: Math.max(from, Math.min(to, from + 1)) };
}
