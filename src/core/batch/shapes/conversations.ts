import type { Said } from '../reply.ts';
import { at, type Fields, fieldsOf, firstAt, has, listAt, listOf, objectAt, objectsOf, textAt } from '../values.ts';
import { hasFailed, idBeside, rightBeside } from './beside.ts';
import { areMessages, contentText, isEmpty, saidBy, saidIn, saidInItems } from './message.ts';
import { speakerOf } from './speaker.ts';
import { saidBeside, saidLast } from './generic.ts';
import { failure, nothing, type RecordReading, type Shape } from './shape.ts';
import { toolsBeside, toolsIn, toolsInPrompt } from './tools.ts';
import { modelWithin, toolsWithin } from './within.ts';

/** ShareGPT as LLaMA-Factory and Hermes have it: `from` and `value`, tools as JSON text or in the system prompt. */
export const sharegpt: Shape = {
  id: 'sharegpt',
  fits: (record) => objectsOf(at(record, 'conversations')).some((turn) => has(turn, 'from') && has(turn, 'value')),
  read: (record) => {
    const turns = listAt(record, 'conversations');
    return { ...nothing(at(record, 'id')), said: saidIn(turns), tools: toolsOf(record, turns) };
  },
};

/**
 * A conversation of chat messages, with its tools beside it; of messages that only ask, the reply is beside them as well. LibreChat
 * keeps answers below what they answer, ChatGPT all messages by their ids.
 */
export const messages: Shape = {
  id: 'messages',
  fits: (record) => areMessages(messagesOf(record)),
  read: (record) => {
    const list = messagesOf(record);
    const said = saidIn(list);
    const isAsking = speakerOf(fieldsOf(list.at(-1)) ?? {}) !== 'assistant';
    const last = said.length > 0 && isAsking ? saidLast(record) : [];
    const all = said.length === 0 ? saidBeside(record) : last.length > 0 ? last : said;
    const id = idBeside(record);
    return {
      ...(all.length === 0 && hasFailed(record) ? failure(id) : nothing(id)),
      ...(all !== said && all.length > 0 ? { span: 'inner' } : {}),
      said: all,
      tools: toolsOf(record, list) ?? toolsWithin(record),
      model: textAt(record, 'model') ?? (all.length === 0 ? null : modelWithin(record)),
      isRight: rightBeside(record),
    };
  },
};

/** The messages of a record: a list, a tree, or the nodes of one. */
function messagesOf(record: Fields): readonly unknown[] {
  const found: unknown[] = objectsOf(Object.values(fieldsOf(at(record, 'mapping')) ?? {})).flatMap(messageAtNode);
  const open = listOf(at(record, 'messages')).toReversed();
  for (let message = open.pop(); message !== undefined; message = open.pop()) {
    found.push(message);
    for (const answer of listOf(at(fieldsOf(message), 'children')).toReversed()) open.push(answer);
  }
  return found;
}

/** The root of ChatGPT's tree has no message, and thoughts are no text. */
function messageAtNode(node: Fields): Fields[] {
  const message = objectAt(node, 'message');
  const kind = textAt(objectAt(message, 'content'), 'content_type');
  return message === null || kind === 'thoughts' || kind === 'reasoning_recap' ? [] : [message];
}

/** What an agent did for a task: τ-bench has the messages under `traj`, τ²-bench in its simulations. */
export const trajectories: Shape = {
  id: 'trajectories',
  fits: (record) =>
    areMessages(at(record, 'traj')) ||
    (has(record, 'task_id') &&
      areMessages(at(record, 'messages')) &&
      (has(record, 'reward_info') || has(record, 'reward') || has(record, 'trial'))),
  read: (record) => {
    const list = listAt(record, has(record, 'traj') ? 'traj' : 'messages');
    const reward = at(record, 'reward') ?? at(objectAt(record, 'reward_info'), 'reward');
    return {
      ...nothing(at(record, 'task_id') ?? at(record, 'id')),
      said: saidIn(list),
      tools: toolsOf(record, list),
      isRight: typeof reward === 'number' ? reward > 0 : null,
    };
  },
};

function toolsOf(record: Fields, list: readonly unknown[]): RecordReading['tools'] {
  const declared = toolsIn(at(record, 'tools')) ?? toolsBeside(record);
  if (declared !== null) return declared;
  const system = list.map((item) => fieldsOf(item)).find((one) => one !== null && speakerOf(one) === 'system');
  const prompt = contentText(firstAt(system ?? null, ['content', 'value'])) ?? textAt(record, 'system');
  return prompt === null ? null : toolsInPrompt(prompt);
}

/**
 * The files that agents keep: a line for each event. Claude Code has the message inside of the line, Codex in its payload (and
 * once more as an event), OpenCode as parts; a line of Gemini CLI is the message. Kinds of lines that are not known hold no reply.
 */
export const sessions: Shape = {
  id: 'sessions',
  fits: (record) => [isClaudeCode, isCodex, isOpenCode, isGeminiCli].some((isOf) => isOf(record)),
  read: (record) => {
    if (isCodex(record)) return codexReading(record);
    if (isOpenCode(record)) {
      const info = objectAt(record, 'info');
      const id = at(info, 'id');
      if (textAt(info, 'role') !== 'assistant') return nothing(id);
      const said = { ...saidBy({ parts: at(record, 'parts') }), text: textParts(at(record, 'parts')) };
      if (objectAt(info, 'error') !== null && isEmpty(said)) return failure(id);
      return { ...nothing(id), said: [said], model: textAt(info, 'modelID') };
    }
    if (isGeminiCli(record)) {
      const own = nothing(at(record, 'id'));
      const said = saidBy(record);
      if (textAt(record, 'type') !== 'gemini' || isEmpty(said)) return own;
      return { ...own, said: [said], model: textAt(record, 'model'), isGrowing: true };
    }
    const message = objectAt(record, 'message');
    const id = at(record, 'uuid');
    if (message === null || textAt(record, 'type') !== 'assistant') return nothing(id);
    if (at(record, 'isApiErrorMessage') === true) return failure(id);
    const said = saidBy(message);
    // Every part of a message is a line of its own; one of thoughts says nothing.
    if (said.text === null && said.calls === null) return nothing(id);
    return { ...nothing(id), said: [said], model: textAt(message, 'model') };
  },
};

function textParts(parts: unknown): string | null {
  const texts = objectsOf(parts).flatMap((part) =>
    textAt(part, 'type') === 'text' ? (textAt(part, 'text') ?? []) : [],
  );
  return texts.length === 0 ? null : texts.join('');
}

function isClaudeCode(record: Fields): boolean {
  const type = textAt(record, 'type');
  if (type === 'summary') return has(record, 'leafUuid');
  if (type === 'file-history-snapshot') return has(record, 'snapshot');
  return (
    type !== null &&
    (has(record, 'uuid') || has(record, 'sessionId')) &&
    (has(record, 'sessionId') || has(record, 'parentUuid') || fieldsOf(at(record, 'message')) !== null)
  );
}

const CODEX = new Set(['response_item', 'event_msg', 'session_meta', 'turn_context', 'compacted']);

function isCodex(record: Fields): boolean {
  return CODEX.has(textAt(record, 'type') ?? '') && has(record, 'payload');
}

function codexReading(record: Fields): RecordReading {
  const item = objectAt(record, 'payload');
  if (textAt(record, 'type') !== 'response_item' || item === null) return nothing();
  const type = textAt(item, 'type');
  const isReply =
    type === 'message' ? speakerOf(item) === 'assistant' : type === 'function_call' || type === 'custom_tool_call';
  return isReply ? { ...nothing(at(item, 'id')), said: [saidBy(item)] } : nothing(at(item, 'id'));
}

const GEMINI_CLI = new Set(['user', 'gemini', 'info', 'warning', 'error']);

/** Source: google-gemini/gemini-cli, packages/core/src/services/chatRecordingService.ts: a message is appended whole whenever it grew. */
function isGeminiCli(record: Fields): boolean {
  return (
    GEMINI_CLI.has(textAt(record, 'type') ?? '') && ['id', 'timestamp', 'content'].every((key) => has(record, key))
  );
}

function isOpenCode(record: Fields): boolean {
  const info = fieldsOf(at(record, 'info'));
  return info !== null && has(info, 'role') && Array.isArray(at(record, 'parts'));
}

/** A chat of Open WebUI: a tree of messages; the exact items of a reply are in `output`, its `content` is for reading. */
export const openWebui: Shape = {
  id: 'open-webui',
  fits: (record) => fieldsOf(at(objectAt(objectAt(record, 'chat') ?? record, 'history'), 'messages')) !== null,
  read: (record) => {
    const chat = objectAt(record, 'chat') ?? record;
    const tree = objectAt(objectAt(chat, 'history'), 'messages') ?? {};
    const answers = objectsOf(Object.values(tree)).filter((message) => speakerOf(message) === 'assistant');
    const said = answers.flatMap(webuiSaid);
    const id = at(record, 'id') ?? at(chat, 'id');
    return said.length === 0 && answers.length > 0 ? failure(id) : { ...nothing(id), said };
  },
};

function webuiSaid(message: Fields): Said[] {
  const items = listOf(at(message, 'output'));
  const said = items.length === 0 ? [saidBy(message)] : saidInItems(items);
  return (at(message, 'error') ?? false) === false ? said : said.filter((one) => !isEmpty(one));
}
