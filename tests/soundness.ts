import {
  readJson,
  type Diagnosis,
  type Extraction,
  type LedgerEntry,
  type LedgerKind,
  type Span,
  type ToolCall,
} from '../src/core/index.ts';
import type { ChatcliCode } from '../src/core/agents/chatcli/words.ts';
import { nodeToValue, valueToText } from '../src/core/text/json/writer.ts';

const readAgain = new Set<string>([
  ...(['runs-after-tags', 'call-in-call', 'scan-returns'] satisfies ChatcliCode[]),
  // Of vllm-mlx.
  'later-pattern',
  // Of vLLM's parsers that read XML.
  'call-in-tag',
]);

/** What is wrong with an extraction, and with its diagnoses where it has them, whatever the input was. Empty when all is well. */
export function faultsOf(extraction: Extraction & { readonly diagnoses?: readonly Diagnosis[] }): string[] {
  return [
    ...ledgerFaults(extraction),
    ...lostFaults(extraction),
    ...spanFaults(extraction),
    ...traceFaults(extraction),
    ...outcomeFaults(extraction),
    ...extraction.calls.flatMap((call) => callFaults(extraction, call)),
    ...extraction.calls.flatMap(argumentsFaults),
  ];
}

const ledgerKinds: ReadonlySet<string> = new Set([
  'content',
  'reasoning',
  'markup',
  'call',
  'suppressed',
  'malformed',
  'lost',
] satisfies LedgerKind[]);

function ledgerFaults({ ledger, document }: Extraction): string[] {
  let at = 0;
  const faults: string[] = [];
  for (const { kind, from, to } of ledger) {
    if (!ledgerKinds.has(kind)) faults.push(`ledger: no kind ${kind}`);
    if (from !== at || to <= from) faults.push(`ledger: ${kind} [${from}, ${to}) after ${at}`);
    at = to;
  }
  if (at !== document.length) faults.push(`ledger: ends at ${at} of ${document.length}`);
  return faults;
}

/** What is lost is what the ledger says is lost; and content is what the client gets of a text, so there is none without. */
function lostFaults({ ledger, lost, content, parts }: Extraction): string[] {
  const marked = ledger.filter(({ kind }) => kind === 'lost').map(({ from, to }) => [from, to]);
  const faults: string[] = [];
  if (String(marked) !== String(lost.map(({ from, to }) => [from, to]))) faults.push('lost: not what the ledger has');
  if (parts.text === null && content !== null) faults.push('content without a text');
  return faults;
}

function spanFaults(extraction: Extraction & { readonly diagnoses?: readonly Diagnosis[] }): string[] {
  const { document, calls, suppressed, error, trace, parts, diagnoses = [] } = extraction;
  const faults: string[] = [];
  const check = (what: string, span: Span | null): void => {
    if (span === null) return;
    const { from, to } = span;
    if (!(Number.isInteger(from) && Number.isInteger(to) && 0 <= from && from <= to && to <= document.length))
      faults.push(`${what}: [${from}, ${to}) of ${document.length}`);
  };
  check('text', parts.text);
  check('native', parts.native);
  for (const call of calls) {
    for (const part of ['span', 'nameSpan', 'argumentsSpan', 'idSpan'] as const) check(`call ${part}`, call[part]);
    for (const { span } of call.repairs) check('repair', span);
  }
  for (const { span } of suppressed) check('suppressed', span);
  if (error !== undefined) {
    check('error', error.span);
    check('error at', { from: error.at, to: error.at });
  }
  for (const event of trace) {
    check(event.kind, event);
    if (event.kind === 'gate') check('found', event.found);
    if (event.kind === 'reject') check('reject at', { from: event.at, to: event.at });
  }
  for (const { span, edit } of diagnoses) {
    check('diagnosis', span);
    for (const change of edit?.changes ?? []) check('edit', change.span);
  }
  return faults;
}

/** `enter` and `leave` nest and have the same span; everything happens between the two of the cascade. */
function traceFaults({ trace }: Extraction): string[] {
  const faults: string[] = [];
  const open: Span[] = [];
  trace.forEach((event, step) => {
    const around = open.at(-1);
    if (around === undefined && event.kind !== 'enter') faults.push(`step ${step}: outside of everything`);
    if (event.kind === 'enter') {
      open.push(event);
    } else if (event.kind === 'leave') {
      open.pop();
      if (event.from !== around?.from || event.to !== around.to) faults.push(`step ${step}: leaves another span`);
    }
  });
  if (open.length > 0) faults.push(`${open.length} parts are never left`);
  if (trace[0]?.kind !== 'enter' || trace.at(-1)?.kind !== 'leave') faults.push('the trace is not one cascade');
  return faults;
}

function outcomeFaults({ outcome, calls, error, trace, ledger, suppressed }: Extraction): string[] {
  const faults: string[] = [];
  const expected = error !== undefined ? 'error' : calls.length > 0 ? 'calls' : 'none';
  if (outcome !== expected) faults.push(`outcome: ${outcome}, not ${expected}`);
  if (error !== undefined && calls.length > 0) faults.push('calls beside an error');
  // Every call that was made is there or was taken back, and says so.
  const made = trace.filter(({ kind }) => kind === 'call').length;
  const takenBack = suppressed.filter(
    ({ reason, name }) =>
      reason === 'duplicate' || ((reason === 'discarded-with-error' || reason === 'in-reasoning') && name !== null),
  );
  if (made !== calls.length + takenBack.length) faults.push(`calls: ${made} made, ${calls.length} there`);
  const marked = (kind: LedgerKind): boolean => ledger.some((entry) => entry.kind === kind);
  if (marked('call') !== calls.length > 0) faults.push('the ledger and the calls disagree');
  if (takenBack.some(({ reason }) => reason !== 'in-reasoning') && !marked('suppressed'))
    faults.push('nothing in the ledger is suppressed');
  // Where a runtime reads a text more than once, the trace says why a call is where another was read before.
  const explained = trace.filter((event) => event.kind === 'quirk' && readAgain.has(event.code));
  let at = 0;
  for (const { span } of calls) {
    const isExplained = (): boolean => explained.some(({ from, to }) => from <= span.to && span.from <= to);
    if (span.from < at && !isExplained()) faults.push(`calls: ${span.from} before ${at}`);
    at = span.to;
  }
  if (new Set(calls.map(({ id }) => id)).size < calls.filter(({ idGenerated }) => idGenerated).length)
    faults.push('generated ids are not unique');
  return faults;
}

function callFaults({ ledger }: Extraction, call: ToolCall): string[] {
  const faults: string[] = [];
  for (const part of [call.nameSpan, call.argumentsSpan, call.idSpan]) {
    if (part === null) continue;
    if (part.from < call.span.from || part.to > call.span.to) faults.push('a part of a call lies outside of it');
    const entry = entryAt(ledger, part.from);
    if (entry?.kind !== 'call' || entry.to < part.to)
      faults.push(`a part of a call is no call in the ledger: [${part.from}, ${part.to})`);
  }
  return faults;
}

/** What is in the text is what JavaScript sees: with the first of duplicate keys, which `JSON.parse` would not take. */
function argumentsFaults({ argumentsText, arguments: value }: ToolCall): string[] {
  const reading = readJson(argumentsText);
  if (!reading.ok) return [`not JSON: ${argumentsText}`];
  if (reading.duplicateKeys.length > 0) return [`duplicate keys: ${argumentsText}`];
  return valueToText(value) === valueToText(nodeToValue(reading.node)) ? [] : [`other arguments: ${argumentsText}`];
}

function entryAt(ledger: readonly LedgerEntry[], offset: number): LedgerEntry | undefined {
  let low = 0;
  let high = ledger.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ledger[middle]!.to <= offset) low = middle + 1;
    else high = middle;
  }
  return ledger[low];
}
