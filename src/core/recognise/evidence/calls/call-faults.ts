import { diagnose } from '../../../diagnose/index.ts';
import { extract } from '../../../reader/index.ts';
import { counted, withPlace } from '../../../text/document/index.ts';
import { type JsonError, type JsonNode, member, nodeToText, readJson, valueToText } from '../../../text/json/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import { codesWhere } from '../../../trace/index.ts';
import type { Cause, GivenCall } from '../evidence.ts';
import { ownFixes } from '../said/fixes.ts';
import { kimiId, kimiIdMeant, parallelWrapper } from '../said/phrase.ts';
import { shortened } from '../words/pieces.ts';

/** What is wrong with a structured call. */
export interface CallFault {
  readonly call: GivenCall;
  readonly cause: Cause;
  /** A sentence. */
  readonly says: string;
  /** What the headline says of it, which has named the call. */
  readonly headline?: string;
  /** What to do about it, where that is another thing than for most. */
  readonly fix?: string;
  /** The arguments are no JSON before they end, whatever follows. */
  readonly isBroken?: boolean;
  /** The arguments are no JSON, or end before they are. */
  readonly isUnread?: true;
  /** The model answered in words, and they came as arguments. */
  readonly isProse?: true;
}

/**
 * What is wrong with structured calls: arguments that are no JSON or do not fit the schema, names that nobody declared, and
 * the marks of deltas that were joined wrongly. One fault for each call, the gravest.
 *
 * @param tools those that the request declares; null where nobody knows them
 */
export function callFaults(calls: readonly GivenCall[], tools: readonly ToolDefinition[] | null): readonly CallFault[] {
  const [head, ...rest] = calls;
  const [piece] = rest;
  if (head !== undefined && head.name !== '' && piece !== undefined && rest.every(({ name }) => name === ''))
    return [
      { call: piece, cause: 'stream', says: 'Pieces of the arguments came as calls of their own, without a name.' },
    ];
  return calls.flatMap((call) => faultOf(call, tools) ?? (call.isTwice === true ? sentTwice(call) : []));
}

/** No two calls have one id: who passes the answer on has put the call there again. */
function sentTwice(call: GivenCall): CallFault {
  return {
    call,
    cause: 'client',
    says: `The call to \`${call.name}\` is there twice with one id, so the model wrote it once.`,
    fix: 'Run the calls of one id once. Update what passes the answer on: a proxy, or the client that joined a stream.',
  };
}

function faultOf(call: GivenCall, tools: readonly ToolDefinition[] | null): CallFault | null {
  const fault = (cause: Cause, says: string): CallFault => ({ call, cause, says });
  const { name, id, type } = call;
  const isOwn = tools?.some((tool) => tool.name === name) ?? false;
  if (isDoubled(type) || (isDoubled(name) && isDoubled(id)) || (isJoined(name) && !isOwn))
    return fault('stream', `The name \`${name}\` is there twice: pieces that repeat it were joined.`);
  const text = call.argumentsText.trim();
  // Who shows a call leaves out what is long.
  if (/^\{? ?(?:\.\.\.|…) ?\}?$/.test(text)) return null;
  const reading = text === '' ? null : readJson(text);
  // smolagents (agents.py, CodeAgent) keeps the code that a model wrote as a call to its interpreter.
  if (reading?.ok === false && name === 'python_interpreter') return null;
  // No server leaves out both: the paste ends in the arguments, and words of a person follow.
  if (reading?.ok === false && name === '' && id === null && type === null) return { call, ...UNNAMED };
  if (reading?.ok === false) {
    const objects = severalObjects(text);
    if (objects > 1)
      return {
        ...fault('stream', `The arguments of \`${name}\` are ${String(objects)} objects in a row: calls were joined.`),
        ...(text.startsWith('{}') || isDoubled(text) ? {} : { fix: ownFixes.joined }),
      };
    if (name !== '' && PROSE.test(text) && /\p{L}\p{P}?\s+\p{L}|[\u3040-\u30ff\u4e00-\u9fff]{2}/u.test(text))
      return {
        ...fault('arguments', `The arguments of \`${name}\` are words and no JSON: \`${shortened(text)}\`.`),
        fix: SPOKEN,
        isBroken: true,
        isProse: true,
      };
    const isAfter = reading.error.expected === 'end' && MARKS.test(text.slice(reading.error.at));
    if (isAfter || OPENER.test(text))
      return {
        ...fault(
          'arguments',
          `${isAfter ? 'After' : 'Before'} the JSON of its arguments, \`${name}\` has markup of the call, which the server left there.`,
        ),
        fix: MARKUP,
        isBroken: true,
      };
    const isBroken = reading.error.code !== 'unexpected-end';
    // What LangChain has read is an object: where it is none, the library dropped what the provider sent.
    const isDropped = type === 'tool_call' && call.json?.includes('"input":{}') === true;
    const dropped = `${isBroken ? 'Send' : 'Raise `max_tokens`, and send'} the request again. ${DROPPED}`;
    return {
      ...fault('arguments', brokenText(name, text, reading.error)),
      isBroken,
      isUnread: true,
      ...(isDropped ? { fix: dropped } : {}),
    };
  }
  if (reading?.ok === true && reading.node.kind === 'string' && holdsObject(reading.node.value))
    return {
      ...fault('arguments', `The arguments of \`${name}\` are encoded twice: a string holds the object.`),
      fix: TWICE,
    };
  if (reading?.ok === true && !['object', 'null'].includes(reading.node.kind))
    return fault('arguments', `The arguments of \`${name}\` are no object.`);
  if (reading?.ok === true && holdsRest(reading.node))
    return {
      ...fault(
        'arguments',
        `The arguments of \`${name}\` hold markup of the call: the server took it for a part of a value.`,
      ),
      fix: REST,
    };
  if (reading?.ok === true && endsInMarkup(reading.node))
    return {
      ...fault(
        'arguments',
        `A value of \`${name}\` ends in markup of the call, which the server took for a part of it.`,
      ),
      fix: MARKUP,
      isBroken: true,
    };
  const inner = reading?.ok === true ? wholeCallIn(reading.node) : null;
  if (inner !== null && (name === '' || name === inner))
    return fault('arguments', `The whole call is in the arguments: its name is \`${inner}\`.`);
  if (/<[|｜/]|<\w+>/.test(name))
    return {
      ...fault('unknown-tool', `The name \`${shortened(name)}\` holds markup.`),
      headline: 'The name holds markup',
      fix: MARKED,
    };
  if (name.length > LONGEST_NAME && /\s/.test(name))
    return {
      ...fault('unknown-tool', `The name of the tool is a text of ${counted(name.length, 'character')}, and no name.`),
      headline: `The name is a text of ${counted(name.length, 'character')}, and no name`,
      fix: TAKEN_OUT,
    };
  const [, inId] = isOwn ? [] : (kimiId.exec(name) ?? []);
  if (inId !== undefined) {
    const meant = kimiIdMeant(inId);
    return { call, cause: 'unknown-tool', headline: meant.says, ...meant };
  }
  // What the client says of it counts more.
  if (call.error !== null) return null;
  if (name.trim() === '') return { ...fault('unknown-tool', NAMELESS), fix: NAMED };
  if (!isOwn && /^(?:functions\.)?multi_tool_use[._]parallel$/.test(name))
    return { call, cause: 'unknown-tool', headline: parallelWrapper.says, ...parallelWrapper };
  if (/[<>|{}\n"]/.test(name))
    return {
      ...fault('unknown-tool', `The name \`${shortened(name)}\` holds markup.`),
      headline: 'The name holds markup',
      fix: MARKED,
    };
  const isNoise = /[^\p{L}\p{N}\p{M}\p{P}\s]/u.test(name.replaceAll(/[$+~^]/g, ''));
  if (!isOwn && (isNoise || /\s/.test(name)))
    return {
      ...fault('unknown-tool', `The name \`${shortened(name)}\` is none that APIs allow for a tool.`),
      headline: 'The name is none that APIs allow for a tool',
      fix: isNoise ? NOISE : SPELT,
    };
  if (id === '')
    return {
      ...fault('client', `The id of the call to \`${name}\` is empty, and clients answer calls by their id.`),
      fix: 'Update the server, or give the call an id in the client.',
    };
  if (tools === null || tools.length === 0) return null;
  return againstTools(call, tools);
}

/** The paste ends where the name of a call would follow. */
export const UNNAMED = pasteHas('ends inside of the call, before its name');

/** What a paste has only a part of. */
export function pasteHas(which: string): Omit<CallFault, 'call'> {
  const says = `The paste ${which}.`;
  return { cause: 'cut', says, headline: says, fix: 'Paste the whole response.' };
}

/** Whether a call came without arguments, or with an object that holds none. */
export function isBare({ argumentsText }: Pick<GivenCall, 'argumentsText'>): boolean {
  return /^[\s{}]*$/.test(argumentsText);
}

/** Arguments however they are set. */
export function compact(argumentsText: string): string {
  return argumentsText.replaceAll(/\s/g, '');
}

/** OpenAI and most servers allow so many characters. */
const LONGEST_NAME = 64;
const TAKEN_OUT =
  'Take that call and its result out of the history, or begin a new session. APIs refuse such a name each time.';
const TWICE = 'Decode the arguments a second time in the client, or update the server: it writes JSON inside of JSON.';

const DROPPED = 'Update the library, which made `{}` of these arguments in place of an error.';

const REST =
  'Update the server, or start it with the parser of this model. What the model wrote holds the other arguments.';

/** Words, and nothing of JSON or of another notation. */
const PROSE = /^[^\\{}[\]()<>"=:_/`|]{0,4000}$/;
const SPOKEN =
  'Send `tool_choice: auto` in place of a named tool or `required`, with a tool parser. Or update the server, which has to hold the model to the schema.';

const MARKUP =
  'Update the server, or start it with the parser of this model. If the request has `tool_choice: required`, send `auto`.';

/** Closing markers, and what ends a fence around JSON. */
const MARKS = /^[\s`]{0,12}(?:<\/?[|｜]?[\w▁]{2,40}[|｜]?>[\s`]{0,4}|\[\/[A-Z_]{4,20}\]\s{0,4}){1,6}$/;

/** The marker that opens a call, up to its arguments: `[TOOL_CALLS]dim_lamp{`. */
const OPENER = /^\s{0,8}(?:\[[A-Z_]{4,20}\]|<[|｜]?[\w▁]{2,40}[|｜]?>)[^{]{0,200}\{/;

/** The end of a value and the beginning of the next, which a parser should have cut there: `app.log</arg_value><arg_key>`. */
const NEXT = /^[^<]{0,400}<\/(?:arg_value|parameter)>\s{0,4}<(?:arg_key>|parameter[ =])/;

/** Whether a value or a key goes on with the markup after it. */
function holdsRest(node: JsonNode): boolean {
  const members = node.kind === 'object' ? node.members : [];
  return members.some(
    ({ key, value }) => /<\/?arg_(?:key|value)>/.test(key.value) || (value.kind === 'string' && NEXT.test(value.value)),
  );
}

/** The tag that ends a value or a call, torn or whole, at the end of a value: `Oslo\n</parameter`. */
const END_TAG = /\s{0,4}<\/(parameter|function|tool_call|arg_value|invoke)>?\s{0,4}$/;

function endsInMarkup(node: JsonNode): boolean {
  const members = node.kind === 'object' ? node.members : [];
  return members.some(({ value }) => {
    const tag = value.kind === 'string' ? END_TAG.exec(value.value.slice(-60))?.[1] : undefined;
    return tag !== undefined && value.kind === 'string' && !value.value.includes(`<${tag}`);
  });
}

function holdsObject(text: string): boolean {
  const reading = readJson(text.trim());
  return reading.ok && reading.node.kind === 'object';
}

const MARKED =
  'Update the server, or start it with the parser of this model. Its parser took markup for a part of the name.';
const NOISE =
  'Ask the model a plain question: if the answer is noise too, its file or the server is broken. If not, send the request again.';
const SPELT = 'Repeat the declared names in the prompt, and send the request again.';
const NAMELESS = 'The call has no name.';
const NAMED =
  'Send the request again, or choose a model that was trained to call tools. The log of the server shows what this one wrote.';

/** The name of the call that an object is; null for other arguments. LiteLLM and AutoGen file whole calls like this. */
function wholeCallIn(node: JsonNode): string | null {
  const name = member(node, 'name');
  const given = member(node, 'arguments') ?? member(node, 'parameters');
  const isCall = name?.kind === 'string' && given?.kind === 'object' && node.kind === 'object';
  return isCall && node.members.length === 2 ? name.value : null;
}

function brokenText(name: string, text: string, { at, code }: JsonError): string {
  const whose = name.trim() === '' ? 'the call' : `\`${name}\``;
  if (code === 'unexpected-end') return `The arguments of ${whose} are no JSON: they end too early.`;
  return `${withPlace(`The arguments of ${whose} are no JSON`, text, at)}.`;
}

/** `call_1call_1`: what appending a repeated text gives. Shorter ones may be words. */
function isDoubled(text: string | null): boolean {
  if (text === null || text.length < 8 || text.length % 2 === 1) return false;
  const half = text.length / 2;
  return text.slice(0, half) === text.slice(half);
}

/** The same of a name alone, where its half is no word of everyday life: it is long, or has several parts. */
function isJoined(name: string): boolean {
  const half = name.slice(0, name.length / 2);
  return isDoubled(name) && (half.length >= 6 || /[a-z\d][_.-][a-z\d]/i.test(half));
}

/** How many objects are in a text that is nothing but objects in a row; 0 for any other. */
export function severalObjects(text: string): number {
  let count = 0;
  for (let rest = text; rest !== ''; count += 1) {
    const reading = readJson(rest);
    if (reading.ok) return count + 1;
    if (reading.error.expected !== 'end' || count > 20) return 0;
    rest = rest.slice(reading.error.at).trim();
  }
  return count;
}

const MISFIT = codesWhere(({ about }) => about === 'schema');

function againstTools(call: GivenCall, tools: readonly ToolDefinition[]): CallFault | null {
  const { name, argumentsText } = call;
  const native = `[{"type":"function","id":"call_1","function":{"name":${valueToText(name)},"arguments":${valueToText(argumentsText)}}}]`;
  const options = { runtime: 'auto', tools };
  const found = diagnose(extract({ text: null, tool_calls_text: native }, options), options);
  const unknown = found.find(({ code }) => code === 'D22');
  if (unknown !== undefined) return { call, cause: 'unknown-tool', says: unknown.message };
  const misfit = found.find(({ code }) => MISFIT.has(code)) ?? notInEnum(call, tools);
  return misfit === null ? null : { call, cause: 'arguments', says: misfit.message };
}

/** A value that is none of those that the schema lists: no diagnosis looks for it. */
function notInEnum(
  { name, argumentsText }: GivenCall,
  tools: readonly ToolDefinition[],
): { readonly message: string } | null {
  const schema = tools.find((tool) => tool.name === name)?.schema;
  const properties = schema?.['properties'];
  const reading = readJson(argumentsText);
  if (!reading.ok || reading.node.kind !== 'object' || typeof properties !== 'object' || properties === null)
    return null;
  for (const { key, value } of reading.node.members) {
    const property = Object.hasOwn(properties, key.value)
      ? (properties as Record<string, unknown>)[key.value]
      : undefined;
    const listed =
      typeof property === 'object' && property !== null ? (property as Record<string, unknown>)['enum'] : undefined;
    if (!Array.isArray(listed) || listed.length === 0) continue;
    const text = nodeToText(value, argumentsText);
    if (!listed.some((one) => JSON.stringify(one) === text))
      return { message: `\`${key.value}\` of \`${name}\` is ${shortened(text)}, which the schema does not list.` };
  }
  return null;
}
