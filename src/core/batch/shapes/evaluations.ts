import type { Said } from '../reply.ts';
import {
  at,
  type Fields,
  fieldsOf,
  firstAt,
  has,
  idOf,
  listAt,
  listOf,
  objectAt,
  textAt,
  textOf,
  unpacked,
} from '../values.ts';
import { promptText } from './as-asked.ts';
import { allCalls, areNativeCalls, call, callsOf } from './calls.ts';
import { idBeside, rightBeside, rightOf } from './beside.ts';
import { saidAs, saidBy } from './message.ts';
import { saysReplies } from './reply-keys.ts';
import { speakerOf } from './speaker.ts';
import { failure, nothing, type Shape } from './shape.ts';
import { toolsBeside, toolsIn, toolsInPrompt } from './tools.ts';

/** lm-evaluation-harness writes a document once for every filter: `resps[request][repeat]` is the same each time. */
export const lmEval: Shape = {
  id: 'lm-eval',
  fits: (record) =>
    has(record, 'resps') && ['doc_id', 'doc', 'filtered_resps', 'arguments'].some((key) => has(record, key)),
  read: (record) => {
    const id = at(record, 'doc_id');
    const texts = textsIn(listAt(record, 'resps'), 2);
    const hash = textAt(record, 'doc_hash') ?? '';
    return {
      ...nothing(id),
      said: saidAs(texts),
      tools: toolsBeside(record),
      isRight: scoreOf(record),
      once: `${idOf(id) ?? ''} ${hash} ${shortHash(texts.join('\u0000'))}`,
    };
  },
};

/** The first of its metrics that says right or wrong: each has a member of its own. */
function scoreOf(record: Fields): boolean | null {
  const metrics = listAt(record, 'metrics').flatMap((name) => textOf(name) ?? []);
  const scores = [...metrics, 'exact_match', 'acc'].map((name) => rightOf(at(record, name)));
  return scores.find((score) => score !== null) ?? null;
}

/** Texts in lists of lists. Log-likelihoods are pairs in these, and no text. */
function textsIn(value: unknown, levels: number): string[] {
  if (typeof value === 'string') return [value];
  return levels === 0 ? [] : listOf(value).flatMap((item) => textsIn(item, levels - 1));
}

/** Tells texts apart that have one id. FNV-1a, 32 bits. */
function shortHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** A sample of Inspect: all messages of the assistant; long texts are kept apart, under their hash. */
export const inspect: Shape = {
  id: 'inspect',
  fits: (record) =>
    isHeader(record) ||
    (has(record, 'epoch') && ['messages', 'output', 'events'].some((key) => has(record, key)) && has(record, 'id')),
  read: (record) => {
    if (isHeader(record)) return nothing();
    const id = at(record, 'id');
    // Until the end of 2024 the events were in a transcript, with their texts.
    const transcript = objectAt(record, 'transcript');
    const attachments = objectAt(record, 'attachments') ?? objectAt(transcript, 'content');
    const output = objectAt(record, 'output');
    const written = listAt(record, 'messages').flatMap((item) => {
      const message = fieldsOf(item);
      // What the data set brought as an example was answered by nobody.
      const isOwn = message !== null && speakerOf(message) === 'assistant' && textAt(message, 'source') !== 'input';
      return isOwn ? [message] : [];
    });
    const choices = listAt(output, 'choices').flatMap((item) => objectAt(fieldsOf(item), 'message') ?? []);
    const said = (written.length > 0 ? written : choices).map((message) =>
      saidBy(fieldsOf(attached(message, attachments, MOST_LEVELS)) ?? {}),
    );
    const events = [...listAt(record, 'events'), ...listAt(transcript, 'events')];
    const asked = events.find((item) => textAt(fieldsOf(item), 'event') === 'model');
    const tools = toolsIn(attached(at(fieldsOf(asked), 'tools'), attachments, MOST_LEVELS));
    const model = textAt(output, 'model');
    const hasFailed = said.length === 0 && at(record, 'error') !== undefined;
    return { ...nothing(id), said, tools, model, hasFailed };
  },
};

/** A log without samples: only what was asked, and how it went. */
function isHeader(record: Fields): boolean {
  return has(record, 'eval') && has(record, 'plan') && has(record, 'status') && listAt(record, 'samples').length === 0;
}

const MOST_LEVELS = 12;

/** A value with the texts that were moved out, `attachment://hash` and `tc://hash`, put back. */
function attached(value: unknown, attachments: Fields | null, levels: number): unknown {
  if (attachments === null || levels === 0) return value;
  if (typeof value === 'string') {
    const hash = /^(?:attachment|tc):\/\/([\w-]{1,128})$/.exec(value)?.[1];
    return hash === undefined ? value : (textAt(attachments, hash) ?? value);
  }
  if (Array.isArray(value)) return value.map((item) => attached(item, attachments, levels - 1));
  const fields = fieldsOf(value);
  if (fields === null) return value;
  return Object.fromEntries(
    Object.entries(fields).map(([key, item]) => [key, attached(item, attachments, levels - 1)]),
  );
}

/** A result of promptfoo. Its output is a text, native calls, or their JSON as text. */
export const promptfoo: Shape = {
  id: 'promptfoo',
  fits: (record, { shape }) => shape === 'promptfoo' || (has(record, 'promptIdx') && has(record, 'testIdx')),
  read: (record) => {
    const id = at(record, 'id');
    const output = at(objectAt(record, 'response'), 'output');
    const provider = at(record, 'provider');
    const model = textOf(provider) ?? textAt(fieldsOf(provider), 'id');
    const { success } = record;
    if (output === undefined) return { ...failure(id), model };
    return {
      ...nothing(id),
      said: [promptfooSaid(output)],
      tools: toolsIn(at(objectAt(fieldsOf(provider), 'config'), 'tools')) ?? toolsInPrompt(promptText(record)),
      model,
      isRight: typeof success === 'boolean' ? success : null,
    };
  },
};

function promptfooSaid(output: unknown): Said {
  const value = unpacked(output);
  const list = Array.isArray(value) ? value : [value];
  if (typeof output !== 'string' || areNativeCalls(list)) {
    const calls = allCalls(list);
    if (calls !== null) return { text: null, calls };
    const message = fieldsOf(value);
    if (message !== null && (has(message, 'tool_calls') || has(message, 'content'))) return saidBy(message);
  }
  return { text: textOf(output) ?? JSON.stringify(output), calls: null };
}

const FIXTURE = ['expected', 'expected_error', 'family', 'provenance', 'generation_prompt'];

/** Fixtures of canitoolcall: what a model wrote, and what a parser should make of it. */
export const fixtures: Shape = {
  id: 'fixtures',
  fits: (record) => has(record, 'raw_output') && FIXTURE.some((key) => has(record, key)),
  read: (record) => {
    const expected = objectAt(record, 'expected');
    const listed = at(expected, 'tool_calls');
    return {
      ...nothing(at(record, 'id')),
      said: [
        {
          text: textAt(record, 'raw_output'),
          calls: Array.isArray(listed) ? callsOf(listed) : null,
          areFromText: true,
        },
      ],
      tools: toolsIn(at(record, 'tools')),
      model: textOf(listAt(record, 'models')[0]),
      // They are what a parser should make of the text: the calls of the log.
      expected: null,
    };
  },
};

/** The calls that somebody's parser found, by the id of the question; no text. */
export const predictions: Shape = {
  id: 'predictions',
  fits: (record) =>
    allCalls(at(record, 'calls')) !== null ||
    (allCalls(at(record, 'predicted_calls')) !== null && !Object.keys(record).some(saysReplies)),
  read: (record) => ({
    ...nothing(idBeside(record)),
    said: [
      {
        text: textOf(firstAt(record, ['raw', 'raw_output', 'text', 'output', 'response'])),
        calls: callsOf(firstAt(record, ['calls', 'predicted_calls'])),
        areFromText: true,
      },
    ],
    tools: toolsBeside(record),
    isRight: rightBeside(record),
  }),
};

/** Data sets like xLAM's: a question, tools and the calls that answer it, the last two as JSON text. */
export const xlam: Shape = {
  id: 'xlam',
  fits: (record) =>
    has(record, 'query') &&
    has(record, 'answers') &&
    has(record, 'tools') &&
    allCalls(unpacked(record['answers'])) !== null,
  read: (record) => ({
    ...nothing(at(record, 'id')),
    said: [{ text: null, calls: callsOf(unpacked(at(record, 'answers'))) }],
    tools: toolsIn(at(record, 'tools')),
  }),
};

/** Runs of one prompt after another, each reply beside the format that it came in. */
export const labelled: Shape = {
  id: 'labelled',
  fits: (record) =>
    has(record, 'query') && (has(record, 'native_tool_calls') || has(record, 'tool_names')) && has(record, 'content'),
  read: (record) => {
    const listed = at(record, 'tool_calls');
    const names = listAt(record, 'tool_names');
    const values = listAt(record, 'tool_args');
    const zipped = names.flatMap((name, index) => (typeof name === 'string' ? [call(name, values[index])] : []));
    const calls = Array.isArray(listed) ? callsOf(listed) : has(record, 'tool_names') ? zipped : null;
    const text = textAt(record, 'content');
    const { success } = record;
    if (text === null && (calls === null || calls.length === 0) && at(record, 'error') !== undefined)
      return failure(at(record, 'id'));
    return {
      ...nothing(at(record, 'id')),
      said: [{ text, calls }],
      isRight: typeof success === 'boolean' ? success : null,
    };
  },
};
