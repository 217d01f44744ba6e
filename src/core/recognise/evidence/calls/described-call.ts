import { counted } from '../../../text/document/index.ts';
import { member, type JsonNode, readJson } from '../../../text/json/index.ts';
import { embeddedValues } from '../../index.ts';
import { stringsOf } from '../paste/answer.ts';
import type { FoundCall } from '../evidence.ts';
import type { Reason } from '../findings/reason.ts';
import { argumentsFault, quotedBy } from './quoted-part.ts';
import type { Phrase } from '../said/phrase.ts';
import type { Scene } from '../paste/scene.ts';

/** What a client says of a call that it could not take. */
interface Told {
  readonly name: string;
  /** The arguments as they came; '' where they are not quoted. */
  readonly text: string;
  readonly fault: string | null;
  readonly fix?: string;
}

type Telling = readonly [pattern: RegExp, told: (found: RegExpExecArray, rest: string) => Omit<Told, 'name'>];

/** A sentence that a terminal may have broken between two of its words. */
function broken(words: string): RegExp {
  return new RegExp(words.replaceAll(' ', String.raw`\s{1,40}`));
}

/** How clients name a call in what they say of it. */
const tellings: readonly Telling[] = [
  // Source: ai (Vercel) packages/ai/src/error, InvalidToolInputError; opencode prints it in its `invalid` tool
  [
    broken(
      String.raw`\bInvalid input for tool (?<name>\S{1,80}): (?:JSON parsing failed: Text|(?<type>Type) validation failed: Value): `,
    ),
    (found, rest) => {
      const end = REASON.exec(rest);
      const text = end === null ? rest : rest.slice(0, end.index);
      const reason = end === null ? '' : rest.slice(end.index + end[0].length);
      return found.groups?.['type'] !== undefined
        ? { text, fault: null, ...(heldIn(text, reason) ?? refusedAt(reason)) }
        : { text, ...passedOn(text) };
    },
  ],
  // Source: opencode packages/opencode/src/tool/tool.ts
  [
    /\bThe (?<name>\S{1,80}) tool was called with invalid arguments: /,
    (_, rest) => ({ text: '', fault: null, ...refusedAt(rest) }),
  ],
  // Source: cherry-studio src/renderer/src/utils/mcp-tools.ts, @langchain/mcp-adapters and other clients of MCP: the list is what Zod says
  [
    /\bError calling tool (?<name>[\w.-]{1,80}): (?=\[\s)/,
    (_, rest) => ({ text: '', fault: null, ...refusedAt(rest) }),
  ],
  // Source: modelcontextprotocol/typescript-sdk, src/server/mcp.ts: the list is what Zod says
  [
    /\bInvalid arguments for tool (?<name>[\w.-]{1,80}): (?=\[\s)/,
    (_, rest) => ({ text: '', fault: null, ...refusedAt(rest) }),
  ],
  // Source: OpenHands software-agent-sdk, openhands-sdk/openhands/sdk/llm/mixins/fn_call_converter.py
  [
    /\bParameter '(?<argument>[^'\n]{1,80})' is not allowed for function '(?<name>[^'\n]{1,80})'/,
    ({ groups }) => ({ text: '', fault: `The tool has no argument \`${groups?.['argument'] ?? ''}\`.` }),
  ],
  // Source: OpenHands openhands/agenthub/codeact_agent/function_calling.py
  [
    /\bMissing required argument "(?<argument>[^"\n]{1,80})" in tool call (?<name>[\w.-]{1,80})/,
    ({ groups }) => ({ text: '', fault: lacking(groups) }),
  ],
  // Source: OpenHands software-agent-sdk, openhands-sdk/openhands/sdk/llm/mixins/fn_call_converter.py
  [
    /\bMissing required parameters for function '(?<name>[\w.-]{1,80})': [{[]'(?<argument>[\w-]{1,80})'/,
    ({ groups }) => ({ text: '', fault: lacking(groups) }),
  ],
  // Source: cline src/core/task/index.ts, sayAndCreateMissingParamError, and Roo-Code
  [
    /\btried to use (?<name>[\w.-]{1,80})(?: for '[^'\n]{1,200}')? without value for required parameter '(?<argument>[\w-]{1,80})'/,
    ({ groups }) => ({ text: '', fault: lacking(groups) }),
  ],
  // Source: Cline's SDK, packages/agents, what it tells the model of a call
  [/\bTool call (?<name>\S{1,80}) emitted invalid JSON arguments\b/, () => ({ text: '', fault: null })],
  // Source: ollama harmony/harmonyparser.go, the field after the message
  [
    /\bfor function name\b.{0,12}\bharmonyFunctionName\b["'=: ]{1,5}(?<name>[\w.:-]{1,80})/,
    () => ({ text: '', fault: null }),
  ],
  // Source: VS Code languageModelToolsService.ts, and programs that keep a handler for each tool
  [/\bTool (?<name>[\w.-]{1,80}) does not have an implementation registered\b/, () => ({ text: '', fault: null })],
  [
    /\b[Nn]o (?:handler|implementation|executor) (?:is |was )?(?:registered|found|defined|provided) for (?:the )?(?:tool|function):? ['"`]?(?<name>[\w.-]{1,80})/,
    () => ({ text: '', fault: null }),
  ],
  // Source: LM Studio, its server log: the list of the calls that it read; lmstudio-bug-tracker#942
  [/\bModel generated tool calls: {1,3}\[(?<name>[\w.-]{1,80})\(/, () => ({ text: '', fault: null })],
  // Source: LocalAI pkg/functions/chat_deltas.go
  [/\bextracted tool call index=\d{1,4} name="(?<name>[\w.:-]{1,80})"/, () => ({ text: '', fault: null })],
  // Source: langchain tools/base.py InvalidTool, langgraph prebuilt/tool_node.py
  [
    /(?:^|: |["'`])(?<name>[\w.-]{1,64}(?: [\w.-]{1,40}){0,6}) is not a valid tool, try (?:another one|one of [^\n]{0,400})/m,
    ([words]) => ({ text: '', fault: words.replace(/^["'`]|^: /, '') }),
  ],
];

function lacking({ name = '', argument = '' }: Readonly<Record<string, string>> = {}): string {
  return `\`${name}\` requires \`${argument}\`, and the arguments lack it.`;
}

/** What the AI SDK writes after what it quotes. */
const REASON = /\.?\s{0,40}\bError\s{1,40}message:\s{1,40}/;

/** So much is read from such a sentence on. In UTF-16 units. */
const LONGEST = 20_000;
/** So much is quoted of what a client says. In UTF-16 units. */
const LONGEST_WORDS = 160;
/** So long is the list of what a schema does not take. In UTF-16 units. */
const LONGEST_LIST = 4000;

/** Markup that a parser should have made JSON of, by the model that writes it. */
const MARKUP: readonly (readonly [pattern: RegExp, whose: string])[] = [
  [/^\s{0,40}<(?:parameter|function)=/, ' of Qwen3-Coder'],
  [/^\s{0,40}<arg_(?:key|value)>/, ' of GLM'],
  [/^\s{0,40}<\w/, ''],
];

/** What is wrong with arguments that a client got: most often the server passed on what it should have read. */
function passedOn(text: string): Pick<Told, 'fault' | 'fix'> {
  const fix = 'Update the server, or choose another tool parser: it must make JSON of what the model wrote.';
  const markup = MARKUP.find(([pattern]) => pattern.test(text));
  if (markup !== undefined)
    return { fault: `The arguments of the call are markup${markup[1]} and no JSON: the server passed them on.`, fix };
  if (/^\s{0,40}\{\s{0,40}'[^'\n]{1,80}'\s{0,8}:/.test(text))
    return { fault: 'The arguments of the call are a Python dict and no JSON: the server passed them on.', fix };
  const fault = argumentsFault(text);
  // Where the closer of a value is missing before it, it became a part of the value.
  return fault !== null && /<\/?arg_(?:key|value)>/.test(text)
    ? { fault: 'The arguments of the call hold markup of GLM: the server took it for a part of a value.', fix }
    : { fault };
}

/** What a client says about arguments that do not fit, in its words. */
function saidOf(text: string): Pick<Told, 'fault'> | null {
  const [line = ''] = text.trim().slice(0, LONGEST_WORDS).split('\n', 1);
  const words = line.replaceAll('`', "'").replace(/[.:\]]+$/, '');
  return words === '' ? null : { fault: `The client refused the arguments of the call: \`${words}\`.` };
}

/** Where in the arguments the schema was not met, by the list that Zod makes of it; otherwise what is said there. */
function refusedAt(text: string): Pick<Told, 'fault' | 'fix'> | null {
  if (!/^\s{0,40}\[/.test(text)) return saidOf(text);
  const issues = embeddedValues(text.slice(0, LONGEST_LIST))[0]?.source.node;
  const listed = issues?.kind === 'array' ? issues.items : [];
  const [first, ...others] = listed;
  const path = first === undefined ? null : member(first, 'path');
  const message = first === undefined ? null : member(first, 'message');
  if (path?.kind !== 'array' || message?.kind !== 'string') return null;
  const place = path.items.map(stepOf).join('.');
  const at = place === '' ? '' : ` at \`${place}\``;
  const more = others.length === 0 ? '' : `, and ${counted(others.length, 'more fault')}`;
  const words = message.value.replaceAll('`', "'").slice(0, LONGEST_WORDS);
  const fault = `The arguments of the call do not fit${at}: \`${words}\`${more}.`;
  // A whole call in a string is another fault.
  return IN_STRING.test(words) && place !== '' && !place.endsWith('arguments')
    ? { fault, fix: decodeText(place) }
    : { fault };
}

/** A text with JSON in it, where a list or an object was wanted: the arguments show it. Null for others. */
function heldIn(text: string, reason: string): Pick<Told, 'fault' | 'fix'> | null {
  const wanted = /"expected": ?"(array|object)"/.exec(reason)?.[1];
  const given = embeddedValues(text)[0]?.source.node;
  if (wanted === undefined || given?.kind !== 'object') return null;
  for (const { key, value } of given.members) {
    const reading = value.kind === 'string' && reason.includes(`"${key.value}"`) ? readJson(value.value) : null;
    if (reading?.ok === true && reading.node.kind === wanted)
      return {
        fault: `\`${key.value}\` is a string that holds JSON, and the tool wants the ${wanted} itself.`,
        fix: `Decode \`${key.value}\` in the client, and update the server: its parser or the model wrote it as a string.`,
      };
  }
  return null;
}

/** A list or an object was wanted, and came as a text. */
const IN_STRING = /\bexpected (?:array|object),? received string\b/i;

function decodeText(place: string): string {
  return `Look at \`${place}\` in the call. If its text holds JSON, decode it in the client, or tell the model the type.`;
}

function stepOf(step: JsonNode): string {
  return step.kind === 'string' ? step.value : step.kind === 'number' ? step.literal : '';
}

function toldIn(text: string): Told | null {
  // What a terminal draws before every line is no part of it.
  const plain = text.replaceAll(/^[ \t]{0,8}[┃│▌]/gm, '');
  for (const [pattern, told] of tellings) {
    const found = pattern.exec(plain);
    const name = found?.groups?.['name'];
    if (found === null || name === undefined) continue;
    const from = found.index + found[0].length;
    return { name, ...told(found, plain.slice(from, from + LONGEST)) };
  }
  return null;
}

/** What is wrong with a call, as a client tells it in an error about it; otherwise the words of the client. */
export function toldFault(error: string): string {
  const quoted = quotedBy({ text: error, span: null });
  const own = toldIn(error)?.fault ?? null;
  return own ?? (quoted?.part === 'arguments' ? argumentsFault(quoted.text) : null) ?? error;
}

/** The call that the words of a client tell of, where they name it; null for others. */
export function callInWords(text: string): FoundCall | null {
  const told = toldIn(text);
  if (told === null) return null;
  const { name, fault, fix } = told;
  return {
    field: 'error',
    text: told.text,
    span: null,
    names: [name],
    format: null,
    fault,
    ...(fix === undefined ? {} : { fix }),
  };
}

/** So much before a sentence belongs to it. In UTF-16 units. */
const LEAD = 400;

/** The same in a log, around a sentence that was found in it or in its values. */
export function callToldOf({ frame, around, values }: Scene, { pattern }: Pick<Phrase, 'pattern'>): FoundCall | null {
  const at = pattern.exec(around)?.index;
  const line = at === undefined ? [] : [frame.text.slice(Math.max(0, at - LEAD), at + LONGEST)];
  const others =
    at === undefined ? values.flatMap((value) => stringsOf(value)).filter(({ text }) => pattern.test(text)) : [];
  for (const text of [...line, ...others.map((one) => one.text)]) {
    const call = callInWords(text);
    if (call !== null) return call;
  }
  return at === undefined ? null : calledBefore(frame.text.slice(Math.max(0, at - LONGEST), at));
}

/** How clients log that they run a call, with its arguments as Python prints them. */
// Source: AstrBot astrbot/core/agent/runners/tool_loop_agent_runner.py
const RUNS = /使用工具：(?<name>[\w.-]{1,80})，参数：(?<given>\{[^\n]{0,4000}\})/g;

/** The last call that a client logged before it failed; null for none. */
function calledBefore(log: string): FoundCall | null {
  const { name, given = '' } = [...log.matchAll(RUNS)].at(-1)?.groups ?? {};
  return name === undefined
    ? null
    : { field: 'log', text: given, span: null, names: [name], format: null, fault: null };
}

/** The likeliest reason with what the words of a client tell of the call. */
export function withToldFault(reasons: readonly Reason[], call: FoundCall | null): readonly Reason[] {
  const [first, ...others] = reasons;
  const isToBlame = first?.cause === 'damaged' || first?.cause === 'arguments';
  if (first === undefined || call === null || call.fault === null || !isToBlame) return reasons;
  return [{ ...first, says: call.fault, fix: call.fix ?? first.fix }, ...others];
}
