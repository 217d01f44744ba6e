import { object, scalar, verbatim, type Json } from './json.ts';
import { openAiMessageList, openAiTools } from './openai.ts';
import type { RequestInput } from './request.ts';

/**
 * The body of Ollama's own chat endpoint: messages and tools as OpenAI has them, sampling among `options`, and no
 * `tool_choice`. Source: https://docs.ollama.com/api/chat
 */
export function ollamaRequest(input: RequestInput): Json {
  const { model, tools, sampling, stream, schemaText } = input;
  const options = object([
    ['temperature', scalar(sampling.temperature)],
    ['num_predict', scalar(sampling.maxTokens)],
    ['seed', sampling.seed === undefined ? null : scalar(sampling.seed)],
  ]);
  return object([
    ['model', scalar(model)],
    ['messages', openAiMessageList(input)],
    ['tools', tools.length > 0 ? openAiTools(tools) : null],
    ['format', schemaText === undefined ? null : verbatim(schemaText)],
    ['options', options],
    ['stream', scalar(stream)],
  ]);
}
