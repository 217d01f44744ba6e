import { array, asTool, object, scalar, string, verbatim, type Json } from './json.ts';
import { spokenMessages, textOf, type RequestInput, type RequestTool } from './request.ts';

/**
 * The body of a chat completion. `max_tokens` and not `max_completion_tokens`, because the servers that copy this API read
 * that. Source: https://platform.openai.com/docs/api-reference/chat/create
 */
export function openAiRequest(input: RequestInput): Json {
  const { model, tools, sampling, stream, schemaText } = input;
  const isDeclared = tools.length > 0;
  return object([
    ['model', scalar(model)],
    ['messages', openAiMessageList(input)],
    ['tools', isDeclared ? openAiTools(tools) : null],
    ['tool_choice', isDeclared ? scalar('auto') : null],
    ['response_format', schemaText === undefined ? null : responseFormat(schemaText)],
    ['temperature', scalar(sampling.temperature)],
    ['max_tokens', scalar(sampling.maxTokens)],
    ['seed', sampling.seed === undefined ? null : scalar(sampling.seed)],
    ['stream', scalar(stream)],
    ['stream_options', stream ? object([['include_usage', scalar(true)]]) : null],
  ]);
}

function responseFormat(schemaText: string): Json {
  const schema = object([
    ['name', scalar('reply')],
    ['schema', verbatim(schemaText)],
    ['strict', scalar(true)],
  ]);
  return object([
    ['type', scalar('json_schema')],
    ['json_schema', schema],
  ]);
}

export function openAiMessageList(input: RequestInput): Json {
  const system = object([
    ['role', scalar('system')],
    ['content', string(input.system)],
  ]);
  return array([...(textOf(input.system) === '' ? [] : [system]), ...spokenMessages(input)]);
}

/** The key is left out for a function without parameters. */
export function openAiTools(tools: readonly RequestTool[]): Json {
  return array(
    tools.map(({ name, description, schemaText }, toolIndex) => {
      const definition = object([
        ['name', scalar(name)],
        ['description', description === null ? null : scalar(description)],
        ['parameters', schemaText === null ? null : verbatim(schemaText)],
      ]);
      return asTool(
        object([
          ['type', scalar('function')],
          ['function', definition],
        ]),
        toolIndex,
      );
    }),
  );
}
