import { type Span, withPlace } from '../../../text/document/index.ts';
import { diagnose, inventedCall, isInFence, tokensAsText } from '../../../diagnose/index.ts';
import { isTurnEnd, messageEnds, turnEnds } from '../../../formats/index.ts';
import { readJson } from '../../../text/json/index.ts';
import { extract, withTools } from '../../../reader/index.ts';
import { clineTools, type ToolDefinition } from '../../../tools/index.ts';
import { codesWhere, type Diagnosis, type Extraction } from '../../../trace/index.ts';
import { isOfClients } from '../evidence.ts';
import { unknownTag } from './unknown-tag.ts';
import { flatCall, flatFault } from './flat-call.ts';

/** What a text is, whoever returned it. */
export interface TextReading {
  /** `quoted`: it only shows a call. `drafted`: the call is in a block of reasoning inside of the text. Where nothing follows it, that is its fault. */
  readonly state: 'sound' | 'damaged' | 'cut' | 'quoted' | 'drafted' | 'none';
  readonly names: readonly string[];
  /** The format of its first call; null where none fits. */
  readonly format: string | null;
  /** Whether only its shape and the names tell the format: it has no markers. */
  readonly isBare: boolean;
  /** Where the calls are in the text. */
  readonly span: Span | null;
  /** What is wrong with it; null for nothing. */
  readonly fault: { readonly says: string; readonly at: number; readonly fix?: string } | null;
  /** Calls of tools that are not declared, where tools are. */
  readonly undeclared: readonly string[];
  /** What does not fit the schemas, where tools are declared. */
  readonly misfit: string | null;
  /** The closing marker that a value of a sound call holds: many parsers end the call there. Absent for most. */
  readonly endedBy?: string;
  /** Of a call that is cut off: only what closes it is missing. Absent for most. */
  readonly isUnclosed?: true;
}

export const noCall: TextReading = {
  state: 'none',
  names: [],
  format: null,
  isBare: false,
  span: null,
  fault: null,
  undeclared: [],
  misfit: null,
};

/** Diagnoses that say that the text of a call is broken, whoever reads it. */
const DAMAGE = codesWhere(({ damages }) => damages !== undefined);
const MISFIT = codesWhere(({ about }) => about === 'schema');

/**
 * Reads a text leniently, and says whether the call in it is sound.
 *
 * @param tools those that the request declares; null where nobody knows them
 */
export function readText(text: string, tools: readonly ToolDefinition[] | null = null): TextReading {
  if (text.trim() === '') return noCall;
  const strange = tools === clineTools ? unknownTag(text) : null;
  if (strange !== null) return { ...noCall, state: 'sound', ...strange };
  const declared = tools === null || tools.length === 0 ? null : readAs(text, tools);
  if (declared !== null && declared.state !== 'none') return declared;
  const any = readAs(text, tools === null ? withTools({ runtime: 'auto' }, { text }).tools : []);
  if (isPattern(text, any)) return { ...noCall, state: 'quoted', span: any.span };
  const foreign = declared === null ? [] : any.names;
  if (any.state !== 'none') return { ...any, undeclared: foreign };
  const flat = flatCall(text);
  return (
    (flat === null ? null : { ...noCall, state: 'damaged' as const, isBare: true, ...flat }) ??
    requested(text) ??
    invented(text) ??
    remarked(text) ??
    namelessCall(text) ??
    calledOnLine(text) ??
    begunMarker(text) ??
    any
  );
}

/** Whether a text is a marker that opens a call, in any format, and nothing else. */
export function isMarkerAlone(text: string): boolean {
  const isMarkup = text.length < 80 && /^\s*[<[\]][^\s]{3,60}\s*$/.test(text);
  return (
    isMarkup &&
    /^(?:minimax|seed)?(?:tool|function)calls?(?:s?ectionbegin|begin|start)?$/i.test(text.replaceAll(/[^a-z]/gi, ''))
  );
}

/** A name as programs have them on a line of its own, an object below it, and nothing else. */
const ON_LINE =
  /^\s{0,8}(?=[^\n]{0,64}[a-z\d](?:[_.-][a-z]|[A-Z]))([A-Za-z_][\w.-]{2,60})[ \t]{0,8}\n\s{0,8}\{[^]*\}\s*$/;

/** The name of a file, with what is in it below. */
const FILE = /\.(?:json|jsonc|jsonl|js|ts|py|yaml|yml|toml|lock|cfg|conf|ini|env|md|txt|go|rs|rb|java|ex|sh)$/i;

/** The call of GLM-4, which readers know by the names of the declared tools: no answer looks so. Null for others. */
function calledOnLine(text: string): TextReading | null {
  const name = ON_LINE.exec(text)?.[1];
  if (name === undefined || FILE.test(name)) return null;
  const reading = readAs(text, [{ name, schema: {} }]);
  return reading.names.length > 0 ? { ...reading, undeclared: [] } : null;
}

/** Whether a person describes the form of a call: a word in the place of its name, and one in that of its arguments. */
function isPattern(text: string, { state, names: [name = ''], span }: TextReading): boolean {
  const isOff = state === 'damaged' || state === 'cut';
  if (!isOff || span === null || !/^(?:func(?:tion)?|tool)?[_-]?(?:name)?$/i.test(name)) return false;
  return /\{ ?(?:json|args|arguments|param(?:eter)?s|\.{3}|…) ?\}/i.test(text.slice(span.from, span.from + 400));
}

/** A closing marker inside of a line of words. */
const INSIDE =
  /(?<=[\p{L}\d,.:][ "'`(]{0,4})(?:<\/[\w:.|-]{2,40}>|<[|｜][\w▁]{2,40}[|｜]>|\[\/[A-Z_]{4,20}\])(?=[^\n<{]{0,400}[^\s<{])/gu;

/** The closing marker that a text in a call holds, and that comes again after it; undefined for none. */
function innerEnd(text: string, { from, to }: Span): string | undefined {
  for (const { 0: marker, index } of text.slice(from, to).matchAll(INSIDE))
    if (text.includes(marker, from + index + 1)) return marker;
  return undefined;
}

/** What a model says of a tool that it made up. */
const ASSUMED =
  /\b(?:assum\w{2,4}|hypothetical|made[- ]up|fictional|imaginary|angenommen|suppos\w{1,3}|asum\w{1,4})\b|假设|\b(?:function|tool)\b[^.]{0,80}\b(?:does not|doesn't|may not|might not) exist\b/i;

/** A bare call with words of the model after it on the same line: readers want such a call alone. Null for others. */
function remarked(text: string): TextReading | null {
  if (!/^\s{0,8}\{\s{0,8}"(?:name|function|tool)\w{0,8}"\s{0,4}:/.test(text)) return null;
  const json = readJson(text.trimStart());
  if (json.ok || json.error.expected !== 'end') return null;
  const at = text.length - text.trimStart().length + json.error.at;
  const words = text.slice(at);
  const call = text.slice(0, at);
  if (!/^["'(*]{0,3}[\p{Lu}\p{Lo}]/u.test(words)) return null;
  const reading = readAs(call, withTools({ runtime: 'auto' }, { text: call }).tools);
  if (reading.state !== 'sound') return null;
  const says = `The model itself says that it assumed the tool \`${reading.names[0] ?? ''}\`.`;
  return ASSUMED.test(words.slice(0, 400)) ? { ...reading, fault: { says, at, fix: ASSUMED_FIX } } : reading;
}

const ASSUMED_FIX =
  'Do not run this call. Offer the tool that the question needs, or say in the prompt where the answer is. A model that was trained on tools invents fewer.';

/** What ends a block of reasoning. */
const THOUGHT_ENDS = /<\/[\w|:]{0,20}(?:think|thought|reason)\w{0,12}>|\[\/THINK\]/i;

/** Where nothing follows the reasoning, its call is no draft of another. */
const nothingAfter = {
  says: 'The call is in the reasoning, and no text follows the reasoning.',
  fix: 'Turn thinking off for this request, or choose a server that looks for calls in the reasoning.',
};

/** Whether only the end of the turn follows the end of the reasoning, with which a text begins. */
function isAll(text: string): boolean {
  return isTurnEnd(text.replace(THOUGHT_ENDS, ''));
}

function readAs(text: string, tools: readonly ToolDefinition[]): TextReading {
  const options = { runtime: 'auto', tools };
  const extraction = extract({ text }, options);
  const found = diagnose(extraction, options);
  const decoded = tokensAsText(text, found);
  if (decoded !== null) return undecoded(readAs(decoded, tools), text, found);
  const { calls, incomplete, suppressed } = extraction;
  const all = [...calls, ...incomplete];
  const [first] = all;
  // Who reads the steps of ReAct takes a tool by the name that the prompt lists, with its spaces.
  const isWords = first?.format === 'react';
  const isDamage = ({ code, fault }: Diagnosis): boolean => DAMAGE.has(code) || fault === 'name-under-other-key';
  const damage = found.filter((one) => isDamage(one) && !(isWords && one.fault === 'name-with-space'));
  const names = new Set(tools.map(({ name }) => name));
  const reading: TextReading = {
    ...noCall,
    names: all.map(({ name }) => name),
    format: first === undefined ? null : formatIn(text, first),
    isBare: first !== undefined && first.tier !== 'marked',
    span: spanOf(all),
    undeclared: tools.length === 0 ? [] : all.map(({ name }) => name).filter((name) => !names.has(name)),
    misfit: found.find(({ code }) => MISFIT.has(code))?.message ?? null,
  };
  const isCut = incomplete.length > 0 || endsInside(text, extraction, damage);
  if (first !== undefined && isCut) {
    const cut = found.find(({ code }) => code === 'D27');
    const [open] = damage;
    return cutReading({ ...reading, fault: cut === undefined ? openFault(open, text) : faultOf(cut) }, text);
  }
  const [broken] = damage;
  if (first !== undefined && broken?.code === 'D04' && isWithoutClosers(text, extraction))
    return { ...reading, state: 'damaged', fault: { says: NO_CLOSERS, at: first.span.from } };
  const stepped = first === undefined && broken?.code === 'D14' ? withText(text, broken.span) : null;
  if (stepped !== null) return { ...reading, ...stepped, state: 'sound', format: 'react' };
  if (broken !== undefined) {
    const [span] = first === undefined ? [broken.span] : [reading.span];
    return { ...reading, state: 'damaged', span: span ?? null, fault: faultOf(broken) };
  }
  const flat = extraction.trace.find((event) => event.kind === 'repair' && event.code === 'flat-arguments');
  if (first !== undefined && flat !== undefined) return { ...reading, state: 'damaged', fault: flatFault(flat.from) };
  if (first !== undefined && isThought(text, first)) return { ...reading, state: 'drafted' };
  // Who reads a tag per tool passes over any tag that is none of a tool.
  const stray = isOfClients(reading.format)
    ? undefined
    : extraction.trace.find(
        (event) => event.kind === 'reject' && event.code === 'stray-closer' && !isTurnMark(text, event),
      );
  if (first !== undefined && stray !== undefined)
    return { ...reading, state: 'damaged', fault: { says: strayText(text, stray), at: stray.from } };
  if (first !== undefined) {
    const endedBy = reading.isBare || reading.span === null ? undefined : innerEnd(text, reading.span);
    return { ...reading, state: 'sound', ...(endedBy === undefined ? {} : { endedBy }) };
  }
  const [hidden] = suppressed;
  if (hidden?.reason === 'in-reasoning') {
    // Who thinks about calls writes tags as well.
    // Where the reasoning began in the prompt, a call has a name, and its markers may be before it.
    const from = hidden.name === null ? hidden.span.from : 0;
    const [thought = ''] = text.slice(from).split(THOUGHT_ENDS, 1);
    const alone = extract({ text: thought }, options);
    const drafted = [...alone.calls, ...alone.incomplete].map(({ name }) => name);
    if (drafted.length > 0)
      return {
        ...reading,
        state: 'drafted',
        names: drafted,
        format: alone.calls[0]?.format ?? null,
        span: hidden.span,
        fault: isAll(text.slice(from + thought.length)) ? { ...nothingAfter, at: hidden.span.from } : null,
      };
  }
  if (hidden?.reason === 'quoted') return { ...reading, state: 'quoted', span: hidden.span };
  const cut = found.find(({ code }) => code === 'D27');
  return cut === undefined ? reading : cutReading({ ...reading, span: cut.span, fault: faultOf(cut) }, text);
}

/** Llama 4 writes its JSON between the tokens of its lists of Python calls as well. Source: vllm#16214 */
function formatIn(text: string, { format, span }: Extraction['calls'][number]): string | null {
  return format === 'pythonic' && text.startsWith('{', span.from) ? 'llama3-json' : format;
}

/**
 * The steps of ReAct with a text where others have an object: LangChain hands it to a tool of one parameter. Null for others.
 * Source: langchain agents/mrkl/output_parser.py
 */
function withText(text: string, { from, to }: Span): Pick<TextReading, 'names' | 'span'> | null {
  const start = Math.max(0, from - LONGEST_STEP);
  const before = text.slice(start, from);
  const found = STEP.exec(before) ?? ACTION.exec(before);
  return found === null ? null : { names: [found[1] ?? ''], span: { from: start + found.index, to } };
}

const STEP = /^[ \t]{0,4}Action ?: ?`?([^\n`]{1,80}?)`?[ \t]{0,4}\n[ \t]{0,4}Action Input ?: ?$/m;
/** The same as an object. */
const ACTION = /\{\s{0,20}"action"\s{0,20}:\s{0,20}"([^"\\\n]{1,80})"\s{0,20},\s{0,20}"action_input"\s{0,20}:\s{0,20}$/;
/** In UTF-16 units. */
const LONGEST_STEP = 200;

/** Tokens that nobody decoded: what they are when somebody does, and that this is what is wrong. */
function undecoded(decoded: TextReading, text: string, [only]: readonly Diagnosis[]): TextReading {
  const says = only?.fact ?? '';
  const fault = { says, at: only?.span.from ?? 0, fix: only?.remedy ?? '' };
  return { ...decoded, state: 'damaged', span: { from: 0, to: text.length }, fault };
}

/** What ends a turn or a message, and the head of the turn of the model itself, which raw logs show with the reply. */
function isTurnMark(text: string, { from, to }: Span): boolean {
  const marker = text.slice(from, to);
  return (
    [...turnEnds, ...messageEnds].includes(marker) ||
    (marker === '<|im_start|>assistant' && text.slice(0, from).trim() === '')
  );
}

/** Harmony's channel of thoughts: some servers run what is called there, and others hide it. */
function isThought(text: string, { format, span }: Extraction['calls'][number]): boolean {
  const header = text.slice(0, span.to).lastIndexOf('<|channel|>');
  return format === 'harmony' && text.startsWith('<|channel|>analysis', header);
}

function strayText(text: string, { from, to }: Span): string {
  return withPlace(`The marker \`${text.slice(from, Math.min(to, from + 40))}\` belongs to nothing`, text, from) + '.';
}

/** A whole part without the tag that ends the call: that the part is whole is no comfort. */
function openFault(open: Diagnosis | undefined, text: string): TextReading['fault'] {
  const marker = open?.missing;
  return marker?.startsWith('</') === true
    ? { says: `The text ends before \`${marker}\`.`, at: text.length }
    : faultOf(open);
}

function faultOf(diagnosis: Diagnosis | undefined): TextReading['fault'] {
  // What Callscope itself did with the text is nothing that the server did.
  return diagnosis === undefined ? null : { says: diagnosis.fact ?? diagnosis.message, at: diagnosis.span.from };
}

function spanOf([first, ...others]: Extraction['calls']): Span | null {
  if (first === undefined) return null;
  let { from, to } = first.span;
  for (const { span } of others) {
    from = Math.min(from, span.from);
    to = Math.max(to, span.to);
  }
  return { from, to };
}

/** Closers of a whole call around its parts: where only that of the outermost is missing, nothing of the call is. */
const PART = /^<\/(?:[|｜]?[\w▁|｜ ]{0,20}(?:invoke|parameter|function|param|arg_\w{2,10}|argument))/;

/** Whether the text ends inside of a call whose parts are tags: they are whole, and the tag around them has no end. */
function endsInside(text: string, extraction: Extraction, damage: readonly Diagnosis[]): boolean {
  if (!endsOpen(text, extraction) || isWithoutClosers(text, extraction)) return false;
  return damage.some(({ missing = '' }) => PART.test(missing));
}

/** The words that LM Studio asks models without a form of their own to write around a call. Source: lmstudio-ai/docs openai-compat/tools.md */
const REQUEST = /\[TOOL_REQUEST\](?=\s{0,8}\{)([^]{1,4000}?)\[END_TOOL_REQUEST\]/;

/** A broken object between those words, read between tags that are as long: its places stay. Null for others. */
function requested(text: string): TextReading | null {
  const found = REQUEST.exec(text);
  if (found === null) return null;
  const [all, inner = ''] = found;
  const read = readAs(`${text.slice(0, found.index)}   <tool_call>${inner}</tool_call>`, []);
  if (read.fault === null || read.names.length === 0) return null;
  const says = read.fault.says.replace('found `<`', 'found `[`');
  const span = { from: found.index, to: found.index + all.length };
  return { ...read, state: 'damaged', format: null, span, fault: { ...read.fault, says } };
}

/** A call in a form that no server looks for. */
function invented(text: string): TextReading | null {
  const found = inventedCall(text);
  if (found === null) return null;
  return { ...noCall, state: 'sound', names: found.names, isBare: true, span: { from: found.from, to: text.length } };
}

/** The beginning of a marker that opens a call, alone in the last words of a reply. */
const BEGUN =
  /(?:^|\n)[ \t]{0,8}(<[|｜]{1,2}DSML[|｜]{1,2}(?:tool|function)_calls?|<[|｜]tool[▁_]calls?(?:[▁_]section)?[▁_]begin|<(?:minimax:)?tool_calls?|\[TOOL_CALLS?)[ \t]*(?=$|\n[ \t]*\n)/;

function begunMarker(text: string): TextReading | null {
  const found = BEGUN.exec(text);
  const marker = found?.[1];
  if (found === null || marker === undefined || isInFence(text, found.index)) return null;
  const at = found.index + found[0].indexOf(marker);
  const says = `The reply ends inside of the marker \`${marker}\`, with which a call begins.`;
  return { ...noCall, state: 'cut', span: { from: at, to: at + marker.length }, fault: { says, at } };
}

/** Whether the text ends with a call whose tag has no end. */
function endsOpen(text: string, { calls, trace }: Extraction): boolean {
  const last = calls.at(-1);
  const isOpen = trace.some((event) => event.kind === 'quirk' && event.code === 'closer-missing');
  return last !== undefined && isOpen && text.slice(last.span.to).trim() === '';
}

/** Whether such a call has opening tags alone: who writes so leaves out the last one as well. */
function isWithoutClosers(text: string, extraction: Extraction): boolean {
  const [first] = extraction.calls;
  return endsOpen(text, extraction) && first !== undefined && TWO_OPEN.test(text.slice(first.span.from));
}

const TWO_OPEN = /^[^<]*<(?!\/)(?:[^<]*<(?!\/)){2}(?:[^<]*<(?!\/))*[^<]*$/;
const NO_CLOSERS = 'The call has no closing tags, and may be cut off as well.';

/** Harmony's commentary with an object and without a recipient: what is meant is a call, and its header has lost the name. */
const NAMELESS = /<\|channel\|>commentary ?(?:<\|constrain\|>)?(?:json)?<\|message\|>\s{0,8}\{/;

function namelessCall(text: string): TextReading | null {
  const found = NAMELESS.exec(text);
  if (found === null || isInFence(text, found.index)) return null;
  const says = 'The header of the message names no tool: ` to=functions.NAME` is missing.';
  const span = { from: found.index, to: text.length };
  return { ...noCall, state: 'damaged', format: 'harmony', span, fault: { says, at: found.index } };
}

function cutReading(reading: TextReading, text: string): TextReading {
  const { from, to } = reading.span ?? { from: 0, to: text.length };
  return { ...reading, state: 'cut', ...(isUnclosed(text.slice(from, to)) ? { isUnclosed: true } : {}) };
}

/** Whether a text ends right after a bracket that closes a part of its JSON. */
function isUnclosed(text: string): boolean {
  const json = text.slice(Math.max(0, text.search(/[{[]\s{0,8}["{]/))).trimEnd();
  const reading = /[}\]]$/.test(json) ? readJson(json) : null;
  return reading?.ok === true || reading?.error.code === 'unexpected-end';
}
