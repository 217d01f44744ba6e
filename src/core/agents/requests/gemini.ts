import { array, asTool, object, scalar, string, verbatim, type Json } from './json.ts';
import { textOf, type RequestInput, type RequestTool } from './request.ts';

/**
 * The body of `models.generateContent`, v1beta. Schemas go under `parametersJsonSchema`, which takes JSON Schema as it is;
 * `parameters` takes a subset of OpenAPI's. Source: https://ai.google.dev/api/caching#FunctionDeclaration and
 * https://ai.google.dev/gemini-api/docs/function-calling
 */
export function geminiRequest({ system, user, tools, sampling }: RequestInput): Json {
  const isDeclared = tools.length > 0;
  const mode = object([['functionCallingConfig', object([['mode', scalar('AUTO')]])]]);
  return object([
    ['systemInstruction', textOf(system) === '' ? null : object([['parts', textParts(string(system))]])],
    [
      'contents',
      array([
        object([
          ['role', scalar('user')],
          ['parts', textParts(scalar(user))],
        ]),
      ]),
    ],
    ['tools', isDeclared ? array([object([['functionDeclarations', declarations(tools)]])]) : null],
    ['toolConfig', isDeclared ? mode : null],
    [
      'generationConfig',
      object([
        ['temperature', scalar(sampling.temperature)],
        ['maxOutputTokens', scalar(sampling.maxTokens)],
      ]),
    ],
  ]);
}

function textParts(text: Json): Json {
  return array([object([['text', text]])]);
}

/** A description is required here, so a tool without one has an empty one. */
function declarations(tools: readonly RequestTool[]): Json {
  return array(
    tools.map(({ name, description, schemaText }, toolIndex) =>
      asTool(
        object([
          ['name', scalar(name)],
          ['description', scalar(description ?? '')],
          ['parametersJsonSchema', schemaText === null ? null : verbatim(schemaText)],
        ]),
        toolIndex,
      ),
    ),
  );
}
