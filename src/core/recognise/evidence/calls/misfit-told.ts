import { type JsonNode, member, readJson } from '../../../text/json/index.ts';
import { type Turn, type Writer, writers } from '../evidence.ts';
import type { Reason } from '../findings/reason.ts';
import { isBare } from './call-faults.ts';

/** How Zod says what it wants in the place of what came: `✖ Expected string, received object`, and where below it. */
const WANTED =
  /\bexpected (?<wanted>\w{2,20}),? received (?<came>\w{2,20})\b[^\n\w]{0,20}\s{1,8}(?:→ )?at [`'"]?(?<path>[\w.-]{1,80})/i;

/**
 * How Zod, LangGraph, Pydantic, Python, jsonschema and Ajv say which argument is missing, then OpenHands, Cline and its forks,
 * agents and Rust.
 */
const MISSING =
  /(?:\bRequired|\breceived undefined)\s{1,8}→ at ([\w-]{1,80})$|^[ \t]{0,8}([\w-]{1,80}): Field required\b|^([\w-]{1,80})\n[ \t]{1,8}(?:Field required|Missing required argument)\b|\bmissing \d{1,2} required (?:positional|keyword-only) arguments?: '(\w{1,80})'|'([\w-]{1,80})' is a required property|\bmust have required property '([\w-]{1,80})'|\b[Rr]equired (?:parameter|argument|property|field) ["'`]?([\w-]{1,80})["'`]? (?:is|was) (?:missing|not (?:given|provided|set))|\b(?:[Mm]issing|without) (?:value for |the )?required (?:parameter|argument|property|field)(?:\(s\)|s)?(?: for (?:the )?(?:function|tool) ["'`][\w.-]{1,80}["'`])?:? (?!for\b)[[({]?["'`]?([\w-]{1,80})|\b[Mm]issing field ["'`]([\w-]{1,80})["'`]|["'`]([\w-]{1,80})["'`](?: argument| parameter)? is required\b|(?:缺少|缺失)(?:必需|必要|必填|必须)的?(?:参数|字段)[：: ]{0,2}["'`“]?([\w-]{1,80})/m;

/** So much before and after it names what it is about. In UTF-16 units. */
const LEAD = 300;

/** What a client refuses in a call, where the arguments show it; null elsewhere. */
export function misfitTold(around: string, { calls }: Turn, isRefused: boolean, writer: Writer | null): Reason | null {
  const { wanted = '', came = '', path = '' } = (isRefused && WANTED.exec(around)?.groups) || {};
  const missing = MISSING.exec(around);
  const lacks = missing?.slice(1).join('') ?? '';
  const about = missing === null ? '' : plain(aboutOf(around, missing));
  for (const { name, argumentsText, span } of calls) {
    const reading = readJson(argumentsText);
    const value = reading.ok && path !== '' ? member(reading.node, path) : undefined;
    if (value?.kind === came.toLowerCase()) {
      const says = `\`${path}\` of \`${name}\` is of the type ${came.toLowerCase()}, and the client wants ${wanted.toLowerCase()}.`;
      return { cause: 'arguments', says, span };
    }
    // What else a program validates is none of the call; a call without arguments lacks whatever is missing.
    const isBareAlone = calls.length === 1 && reading.ok && isBare({ argumentsText });
    const isMeant = isRefused || isBareAlone || (plain(name) !== '' && about.includes(plain(name)));
    if (lacks === '' || !isMeant || !reading.ok || reading.node.kind !== 'object') continue;
    if (member(reading.node, lacks) !== undefined) continue;
    const other = likeName(reading.node, lacks);
    if (other !== null) {
      const says = `\`${name}\` requires \`${lacks}\`, and the arguments have \`${other}\` in its place.`;
      return { cause: 'arguments', says, span, fix: OTHER_NAME };
    }
    const says = `\`${name}\` requires \`${lacks}\`, and the arguments lack it.`;
    const isClients = writer !== null && writers[writer].kind === 'client';
    return { cause: 'arguments', says, span, fix: isBareAlone ? tellsAll(lacks) : isClients ? COMPARE : undefined };
  }
  return null;
}

/** The name of an argument that is a part of another name, or has it as a part: `path` for `file_path`. Null for none. */
function likeName(node: JsonNode & { readonly kind: 'object' }, lacks: string): string | null {
  const wanted = plain(lacks);
  const isLike = (name: string): boolean => name.length > 2 && (wanted.endsWith(name) || name.endsWith(wanted));
  return node.members.map(({ key }) => key.value).find((name) => isLike(plain(name))) ?? null;
}

const OTHER_NAME = 'Choose a larger or less quantised model, or write the name of the argument into the prompt.';

/** What is before it, and the rest of its line: `Missing required argument "path" in tool call edit_file`. */
function aboutOf(around: string, { index, 0: words }: RegExpExecArray): string {
  const [rest = ''] = around.slice(index, index + words.length + LEAD).split('\n', 1);
  return around.slice(Math.max(0, index - LEAD), index) + rest;
}

/** Source: n8n#13440: models leave out what the description of the tool does not ask for */
function tellsAll(lacks: string): string {
  return `Say in the description of the tool that \`${lacks}\` is always needed, or give it a default. If it stays empty, look at the raw answer of the server.`;
}

const COMPARE =
  'Send the same request with `curl` and `stream: false`, and compare the arguments: the model, the server or the client lost one.';

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z\d]/g, '');
}
