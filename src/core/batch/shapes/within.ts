import type { ToolDefinition } from '../../tools/index.ts';
import type { Said } from '../reply.ts';
import { at, type Fields, fieldsOf, firstAt, has, objectAt, objectsOf, textAt, unpacked } from '../values.ts';
import { saidInCalls, saidInCompletion } from './message.ts';
import { speakerNamed, speakerOf } from './speaker.ts';
import { holdsCalls, saysAsked, saysExpected } from './reply-keys.ts';
import { saidInStream } from './streamed.ts';
import { toolsIn } from './tools.ts';
import { saidInTurns } from './turns.ts';

/** What a model said somewhere in a record, and the object that has it. */
export interface Answer {
  readonly holder: Fields;
  readonly said: readonly Said[];
}

/** What went in, and what a tool takes, are no replies. */
const NO_REPLIES =
  /^(?:(?:model|raw|proxy_server|(?:model_?)?invocation)_?)?(?:inputs?|prompts?|request|req|options|configs?|examples?)(?:_?(?:body|bodyjson|json|messages|params|data))?$|^(?:tools?|functions?|schema|parameters|arguments|args|answers|vars)$/i;

/** Whether a member holds no replies: by its key, or because it lists what a tool takes. */
export function holdsNoReplies(key: string, value: unknown): boolean {
  if (key !== 'properties') return NO_REPLIES.test(key) || saysExpected(key);
  const members = Object.values(fieldsOf(value) ?? {});
  return members.every((member) => ['type', '$ref', 'anyOf'].some((word) => has(fieldsOf(member) ?? {}, word)));
}

/** So many values of one record are looked at, and so deep. */
const MOST_VALUES = 20_000;
const MOST_LEVELS = 12;

interface Waiting {
  readonly value: unknown;
  readonly levels: number;
}

/** Visits what is in a value, in order, until `enter` says that it need not look inside. JSON in a string has members too. */
function visit(root: Fields, enter: (inner: unknown) => boolean, skip: (key: string, value: unknown) => boolean): void {
  const waiting: Waiting[] = [{ value: root, levels: MOST_LEVELS }];
  for (let count = 0; count < MOST_VALUES; count += 1) {
    const next = waiting.pop();
    if (next === undefined) return;
    const value = unpacked(next.value);
    if (!enter(value) || typeof value !== 'object' || value === null || next.levels === 0) continue;
    const levels = next.levels - 1;
    if (Array.isArray(value)) {
      for (const inner of value.slice(0, MOST_VALUES).toReversed()) waiting.push({ value: inner, levels });
    } else
      for (const [key, inner] of Object.entries(value).toReversed())
        if (!skip(key, inner)) waiting.push({ value: inner, levels });
  }
}

const ENDS = ['output_message', 'final_message', 'final_response'];

/**
 * What a model said at any depth of a record that has no known structure, told by its own structure: completions of providers, or else
 * the longest conversation. A trace, a gateway, a collector of logs or a program of one's own put it there.
 */
export function answersWithin(root: Fields): readonly Answer[] {
  const answers: Answer[] = [];
  let conversation: Answer | null = null;
  let holder = root;
  visit(
    root,
    (value) => {
      const fields = fieldsOf(value);
      const streamed = saidInStream(value);
      const listed = fields === null ? (saidInCalls(value) ?? saidInTurns(value)) : saidInCompletion(fields);
      const said = streamed ?? listed ?? [];
      if (fields !== null) holder = fields;
      if (!said.some(({ text, calls }) => text !== null || calls !== null)) return true;
      if (fields !== null || streamed !== null) answers.push({ holder, said });
      else if (conversation === null || said.length > conversation.said.length) conversation = { holder, said };
      return false;
    },
    holdsNoReplies,
  );
  // A run has its last answer once more beside its steps.
  if (answers.length > 1 && ENDS.some((key) => at(root, key) === answers.at(-1)?.holder)) answers.pop();
  const spoken = conversation as Answer | null;
  const count = answers.reduce((sum, { said }) => sum + said.length, 0);
  return spoken !== null && spoken.said.length > count ? [spoken] : answers;
}

/** What a record has beside what was asked: without either a text under a common key is one of anybody. */
const OF_MODELS = /model|llm|task_?id|^(?:actual|predicted)_/i;

/** A line of a web server asks for a page. */
const WEB = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) \S/;

/**
 * Whether a text in a record is no reply: a turn of a chat between people has who wrote it, and nothing that tells of a model; what a
 * web server sent, and what was embedded, are others.
 */
export function isOfOthers(record: Fields): boolean {
  if (WEB.test(textAt(record, 'request') ?? '') || has(record, 'embedding')) return true;
  // An event that says its kind, and not that somebody spoke.
  const kind = textAt(record, 'event_type');
  if (kind !== null && speakerNamed(kind) === null && !isAsked(record)) return true;
  return ['user', 'username', 'user_id', 'nick', 'author', 'from'].some((key) => has(record, key)) && !isAsked(record);
}

/** Whether the keys of an object, or of the request in it, tell that a model was asked: the web has requests as well. */
export function isAsked(fields: Fields): boolean {
  const keys = Object.keys(fields);
  if (keys.some(tellsOfModels) || (has(fields, 'user') && has(fields, 'assistant'))) return true;
  const request = firstAt(fields, ['request', 'req']);
  return (
    typeof request === 'string' ||
    Object.keys(fieldsOf(request) ?? {}).some((key) => key === 'messages' || tellsOfModels(key))
  );
}

/** People make calls as well: these are of tools, or were parsed. */
function tellsOfModels(key: string): boolean {
  return saysAsked(key) || OF_MODELS.test(key) || (key !== 'calls' && holdsCalls(key));
}

/** Levels inside of a record that are looked into. */
const DEEPEST = 4;

/** What objects inside of a record that asked for it say; those that lie highest. */
export function saidHighest(root: Fields, saysIn: (fields: Fields) => readonly Said[]): readonly Said[] {
  let level: Place[] = [{ fields: root, isAsked: isAsked(root) }];
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    level = level
      .flatMap((place) => placesIn(place))
      .filter(({ fields }) => (speakerOf(fields) ?? 'assistant') === 'assistant')
      .slice(0, MOST_VALUES);
    const found = level.flatMap((place) => (place.isAsked && !isOfOthers(place.fields) ? saysIn(place.fields) : []));
    if (found.length > 0) return found;
  }
  return [];
}

/** An object inside of a record, and whether it or what it lies in tells that a model was asked. */
interface Place {
  readonly fields: Fields;
  readonly isAsked: boolean;
}

function placesIn(place: Place): Place[] {
  return Object.entries(place.fields).flatMap(([key, value]) =>
    holdsNoReplies(key, value)
      ? []
      : objectsAt(value).map((fields) => ({ fields, isAsked: place.isAsked || isAsked(fields) })),
  );
}

function objectsAt(value: unknown): Fields[] {
  const inside = unpacked(value);
  return Array.isArray(inside) ? [...objectsOf(inside)] : [fieldsOf(inside)].filter((one) => one !== null);
}

const TOOLS =
  /(?:^|[._])(?:tools|functions|functionDeclarations|function_declarations|tool_definitions|tools?_schemas?)$/;
/** What tools answered, and what a model wrote, declare none. */
const NO_TOOLS = /^(?:content|text|arguments|args|result|results|response|parameters)$/i;

/** Whether a text is the body of a request, as a HAR has it. */
function isRequest(value: unknown): boolean {
  const body = typeof value === 'string' ? fieldsOf(unpacked(value)) : null;
  return body !== null && has(body, 'tools') && ['messages', 'contents', 'input'].some((key) => has(body, key));
}

/** The tools that are declared at any depth of a record; null for none. */
export function toolsWithin(root: Fields): readonly ToolDefinition[] | null {
  let found: readonly ToolDefinition[] | null = null;
  visit(
    root,
    (value) => {
      const inner = fieldsOf(value);
      // OpenHands has them beside the system prompt, in an action of the agent.
      const fields = textAt(inner, 'action') === 'system' ? objectAt(inner, 'args') : inner;
      for (const key of found === null && fields !== null ? Object.keys(fields) : []) {
        const tools = TOOLS.test(key) ? toolsIn(at(fields, key)) : null;
        // A list of names is one of what was called.
        if (tools?.some(({ description, schema }) => description !== undefined || schema !== undefined) === true)
          found ??= tools;
      }
      return found === null;
    },
    (key, value) => (NO_TOOLS.test(key) && !isRequest(value)) || (key === 'properties' && holdsNoReplies(key, value)),
  );
  return found;
}

const MODEL = /^(?:ai_?|llm_?)?model(?:_?(?:name|id|version))?$/i;

/** The objects in an object, but for its tools: these are many, and name no model. */
function withoutTools(fields: Fields): Fields[] {
  return Object.entries(fields).flatMap(([key, value]) => (TOOLS.test(key) ? [] : objectsAt(value)));
}

/** The name of the model that lies highest in a record; null for none. */
export function modelWithin(root: Fields): string | null {
  let level: Fields[] = [root];
  for (let depth = 0; depth < 4 && level.length > 0; depth += 1) {
    for (const fields of level)
      for (const [key, value] of Object.entries(fields))
        if (typeof value === 'string' && value !== '' && MODEL.test(key)) return value;
    level = level.flatMap(withoutTools).slice(0, 200);
  }
  return null;
}
