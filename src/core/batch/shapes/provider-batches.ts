import { at, fieldsOf, type Fields, firstAt, has, objectAt, textAt } from '../values.ts';
import { contentText, callsWithin, saidInCompletion } from './message.ts';
import { failure, nothing, type Shape } from './shape.ts';
import { toolsBeside, toolsIn } from './tools.ts';

/**
 * Requests and responses of a batch at OpenAI, and what vLLM, LiteLLM and OpenRouter make of it. Responses come in any order;
 * `custom_id` joins them with their requests.
 */
export const openaiBatch: Shape = {
  id: 'openai-batch',
  fits: (record) =>
    has(record, 'custom_id') &&
    !isAnthropic(record) &&
    ['response', 'error', 'body', 'params'].some((key) => has(record, key)),
  read: (record) => {
    const id = at(record, 'custom_id');
    const request = objectAt(record, 'body');
    if (!has(record, 'response') && request !== null && saidInCompletion(request) === null && !has(record, 'error'))
      return { ...nothing(id), tools: toolsBeside(request), model: textAt(request, 'model') };
    const response = objectAt(record, 'response');
    const body = objectAt(response, 'body') ?? response ?? request;
    const status = at(response, 'status_code');
    const hasFailed =
      body === null ||
      at(record, 'error') !== undefined ||
      at(body, 'error') !== undefined ||
      (typeof status === 'number' && status >= 400);
    if (hasFailed) return failure(id);
    const tools = toolsBeside(record) ?? toolsIn(at(body, 'tools'));
    return { ...nothing(id), said: saidInCompletion(body) ?? [], model: textAt(body, 'model'), tools };
  },
};

/** Results of a batch at Anthropic: a message, or why there is none. Requests have `params`. */
export const anthropicBatch: Shape = {
  id: 'anthropic-batch',
  fits: (record) => has(record, 'custom_id') && isAnthropic(record),
  read: (record) => {
    const id = at(record, 'custom_id');
    const params = objectAt(record, 'params');
    if (params !== null) return { ...nothing(id), tools: toolsBeside(params), model: textAt(params, 'model') };
    const message = objectAt(objectAt(record, 'result'), 'message');
    if (message === null) return failure(id);
    const content = at(message, 'content');
    return {
      ...nothing(id),
      said: [{ text: contentText(content), calls: callsWithin(content) }],
      model: textAt(message, 'model'),
    };
  },
};

const ENDS = new Set(['succeeded', 'errored', 'expired', 'canceled', 'cancelled']);

function isAnthropic(record: Fields): boolean {
  return ENDS.has(textAt(objectAt(record, 'result'), 'type') ?? '') || fieldsOf(at(record, 'params')) !== null;
}

/** What LiteLLM logs of each request: its payload for exporters, and the rows of its spend log, which have JSON as text. */
export const litellm: Shape = {
  id: 'litellm',
  fits: (record) =>
    (has(record, 'call_type') &&
      ['response', 'messages', 'model_parameters', 'spend'].some((key) => has(record, key))) ||
    (has(record, 'request_id') &&
      has(record, 'response') &&
      (has(record, 'proxy_server_request') || has(record, 'messages'))),
  read: (record) => {
    const id = firstAt(record, ['id', 'request_id']);
    const request = objectAt(record, 'proxy_server_request');
    const tools = toolsBeside(record) ?? toolsBeside(request);
    const model = textAt(record, 'model');
    const response = objectAt(record, 'response');
    if (textAt(record, 'status') === 'failure') return { ...failure(id), tools, model };
    // Many installations keep no texts, and not all that is asked is a chat.
    const said = response === null ? null : saidInCompletion(response);
    return { ...nothing(id), said: said ?? [], tools, model };
  },
};
