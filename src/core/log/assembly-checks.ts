import { readJson } from '../text/json/index.ts';
import type { Span } from '../text/document/index.ts';
import { argumentsOf, type AssemblyRecorder, type OpenCall } from './assembly-recorder.ts';
import type { Family } from './families/family.ts';
import type { LogTransport } from './assembly.ts';
import { writtenCall } from './written-call.ts';

/** Looks at the whole once no more deltas come: what no single delta shows. */
export function checkAssembly(rec: AssemblyRecorder, family: Family, transport: LogTransport | null): void {
  checkTextSnapshot(rec);
  const ids = new Set<string>();
  for (const call of rec.calls) {
    checkCall(rec, family, call);
    if (call.id === null) {
      if (call.hasId) rec.fault('id-missing', '', call, placeOfCall(rec, call));
    } else if (ids.has(call.id)) {
      rec.fault('id-repeated', call.id, call, placeOfCall(rec, call));
    } else {
      ids.add(call.id);
    }
  }
  checkReasoning(rec);
  checkEnd(rec, family, transport);
}

/** So much of a call in the reasoning is shown. */
const SHOWN_CALL = 200;

/** A call that came as reasoning alone. One that is drafted there and then made is what reasoning is for. */
function checkReasoning(rec: AssemblyRecorder): void {
  if (rec.calls.length > 0) return;
  const reasoning = rec.reasoning.join('');
  const call = writtenCall(reasoning);
  if (call === null || writtenCall(rec.chunks.map(({ text }) => text).join('')) !== null) return;
  let place: Span = { from: -1, to: -1 };
  let read = 0;
  for (const { code, from, to, piece } of rec.steps) {
    if (code !== 'reasoning') continue;
    read += piece.length;
    if (read > call.from) place = { from: place.from < 0 ? from : place.from, to };
  }
  rec.fault('call-in-reasoning', reasoning.slice(call.from, call.from + SHOWN_CALL), null, place);
}

/** Fewer pieces that begin with one another may be chance: `ha`, `haha`. */
const SNAPSHOTS = 3;

/** Text that is sent again and again, each time longer, in place of what is new. */
function checkTextSnapshot(rec: AssemblyRecorder): void {
  const { chunks } = rec;
  if (chunks.length < SNAPSHOTS) return;
  for (let next = 1; next < chunks.length; next += 1) {
    const before = chunks[next - 1]?.text ?? '';
    const text = chunks[next]?.text ?? '';
    if (text.length <= before.length || !text.startsWith(before)) return;
  }
  rec.fault('text-snapshot', '', null, placeOfStep(rec, rec.chunkSteps[1]));
  for (let next = chunks.length - 1; next > 0; next -= 1) {
    const { text, at } = chunks[next] as (typeof chunks)[number];
    chunks[next] = { text: text.slice(chunks[next - 1]?.text.length), at };
  }
}

function checkCall(rec: AssemblyRecorder, family: Family, call: OpenCall): void {
  const place = placeOfStep(rec, call.pieceSteps.at(-1) ?? call.openedIn);
  if (call.name === '') rec.fault('name-missing', '', call, place);
  else if (call.repeatsName && call.nameSteps.length > 1)
    rec.fault('name-repeated', joinedNames(rec, call), call, placeOfStep(rec, call.nameSteps[1]));
  const text = argumentsOf(call);
  if (text.trim() === '') {
    if (family.noArguments === null) rec.fault('arguments-empty', '', call, place);
    else call.whole = family.noArguments;
    return;
  }
  const reading = readJson(text);
  if (reading.ok) return;
  if (isSnapshot(call)) {
    rec.fault('arguments-snapshot', firstOf(call.pieces), call, placeOfStep(rec, call.pieceSteps[1]));
    call.whole = call.pieces.at(-1) ?? '';
  } else if (reading.error.code === 'unexpected-end') {
    rec.fault('arguments-cut', text.slice(-40), call, place);
  } else {
    rec.fault('arguments-not-json', text.slice(Math.max(0, reading.error.at - 20), reading.error.at + 20), call, place);
  }
}

/** What a client gets that joins the pieces of the name. */
function joinedNames(rec: AssemblyRecorder, { nameSteps }: OpenCall): string {
  return firstOf(nameSteps.slice(0, SHOWN).map((step) => rec.steps[step]?.piece ?? ''));
}

/** So much of what a client joins is shown: pieces, and characters. */
const SHOWN = 40;

function firstOf(pieces: readonly string[]): string {
  const joined = pieces.slice(0, SHOWN).join('');
  return joined.length > SHOWN ? `${joined.slice(0, SHOWN)}…` : joined;
}

/** Whether every piece begins with the one before it and the last is whole: `{}{}{}`. */
function isSnapshot({ pieces, whole }: OpenCall): boolean {
  const last = pieces.at(-1);
  if (whole !== null || pieces.length < 2 || last === undefined) return false;
  return pieces.every((piece, at) => at === 0 || piece.startsWith(pieces[at - 1] as string)) && readJson(last).ok;
}

function checkEnd(rec: AssemblyRecorder, { finish, endMarker }: Family, transport: LogTransport | null): void {
  const { finishReason: reason, calls, steps } = rec;
  const place = placeOfStep(
    rec,
    steps.findLastIndex(({ code }) => code === 'finish'),
  );
  const hasCutCall = steps.some(({ code }) => code === 'arguments-cut');
  if (reason !== null && finish.cut.includes(reason)) rec.fault('cut-by-limit', reason, null, place);
  else if (reason !== null && contradicts(reason, finish, calls.length > 0, hasCutCall))
    rec.fault('finish-contradicts', reason, null, place);
  if (rec.ended) return;
  if (reason === null && (endMarker !== null || finish.isSure === true)) rec.fault('stream-cut', endMarker ?? '');
  else if (endMarker !== null && transport === 'sse') rec.fault('end-missing', endMarker);
}

function contradicts(reason: string, finish: Family['finish'], hasCalls: boolean, hasCutCall: boolean): boolean {
  if (hasCutCall) return true;
  return hasCalls ? finish.plain.includes(reason) : finish.calls.includes(reason);
}

function placeOfCall(rec: AssemblyRecorder, call: OpenCall): Span {
  return placeOfStep(rec, call.openedIn);
}

function placeOfStep(rec: AssemblyRecorder, step = -1): Span {
  const { from, to } = rec.steps[step] ?? rec.place;
  return { from, to };
}
