import { type Assembly, assembleLog, harBody, isStreamBody } from '../../log/index.ts';
import { parsedJson } from '../../text/json/index.ts';
import type { Said } from '../reply.ts';
import { at, type Fields, fieldsOf, has, objectAt, textAt, unpacked } from '../values.ts';
import { saidLast } from './generic.ts';
import { failure, nothing, type Shape } from './shape.ts';
import { saidInAssembly } from './streamed.ts';
import { toolsBeside } from './tools.ts';
import { isAsked } from './within.ts';

/** A request in a HAR file, with what came back; only a completion is a reply, and a stream is joined to one. */
// Source: HAR 1.2, http://www.softwareishard.com/blog/har-12-spec/: `response.content` has `text`, and `encoding` for base64.
export const har: Shape = {
  id: 'lines',
  fits: (record) =>
    textAt(fieldsOf(at(record, 'request')), 'url') !== null &&
    fieldsOf(at(fieldsOf(at(record, 'response')), 'content')) !== null,
  read: (record) => {
    const sent = bodyAt(objectAt(record, 'request'), 'postData');
    const request = fieldsOf(unpacked(sent?.text));
    const given = bodyAt(objectAt(record, 'response'), 'content');
    const isAsking = request !== null && ASKING.some((key) => has(request, key)) && isAsked(request);
    const status = at(objectAt(record, 'response'), 'status');
    // A browser notes 0 for a request that nobody answered.
    if (typeof status === 'number' && (status >= 400 || status === 0)) return isAsking ? failure(null) : nothing();
    const { said, id, model } = given === null ? none : saidInBody(given, isAsking);
    if (said.length === 0) return nothing();
    return {
      ...nothing(id),
      said,
      tools: request === null ? null : toolsBeside(request),
      model: textAt(request, 'model') ?? model,
      span: 'inner',
    };
  },
};

/** With what a model is asked. */
const ASKING = ['messages', 'prompt', 'contents', 'input'];

interface Body {
  readonly text: string;
  readonly type: string;
}

function bodyAt(holder: Fields | null, key: string): Body | null {
  const content = fieldsOf(at(holder, key));
  const text = harBody(textAt(content, 'text'), textAt(content, 'encoding'));
  return text === null ? null : { text, type: textAt(content, 'mimeType') ?? '' };
}

interface Answered {
  readonly said: readonly Said[];
  readonly id: string | null;
  readonly model: string | null;
}
const none: Answered = { said: [], id: null, model: null };

/** An application sends a conversation as well, when it keeps it: that is no completion. */
function saidInBody({ text, type }: Body, isAsking: boolean): Answered {
  if (isStreamBody(text, type)) {
    const assembly = assembleLog(text);
    if (!isAsking && !isOfProvider(assembly)) return none;
    const first = fieldsOf(parsedJson(/^(?:data: ?)?(\{.*)$/m.exec(text)?.[1] ?? ''));
    return { said: saidInAssembly(assembly) ?? [], id: textAt(first, 'id'), model: assembly.model };
  }
  const body = fieldsOf(unpacked(text));
  if (body === null || !(isAsking || ENDS.some((key) => has(body, key)))) return none;
  return { said: saidLast(body), id: textAt(body, 'id'), model: textAt(body, 'model') };
}

/** Any page may send texts. */
function isOfProvider({ kind }: Assembly): boolean {
  return kind !== null && kind !== 'text-server' && kind !== 'chunk-list';
}

/** What only the answer of a provider has. */
const ENDS = ['choices', 'candidates', 'stop_reason', 'done_reason'];
