import { snakeCase } from '../printed/index.ts';
import { at, isObject, itemsOf, slice, type Source, stringAt, stringOf } from '../sources.ts';
import { embeddedValues } from '../values.ts';
import type { Printed } from './sdk-print.ts';

const SIGN = '"FunctionCallContent"';

/**
 * The messages of Semantic Kernel that .NET prints as JSON, as the response that they are of; empty where none holds a call.
 *
 * @see https://learn.microsoft.com/dotnet/api/microsoft.semantickernel.functioncallcontent
 */
export function kernelIn(text: string): readonly Printed[] {
  if (!text.includes(SIGN)) return [];
  return embeddedValues(text).flatMap(({ source, span }) => {
    const printed = kernelResponse(source);
    return printed === null ? [] : [{ ...span, text: printed }];
  });
}

/** The response that a message of Semantic Kernel is of, with the reason for the end that it tells; null for other values, and for one without a call. */
export function kernelResponse(message: Source): string | null {
  const items =
    isObject(message) && stringAt(at(message, 'Role'), 'Label') === 'assistant' ? at(message, 'Items') : null;
  const listed = items === null ? [] : itemsOf(items);
  const kind = (item: Source): string | null => stringAt(item, '$type');
  const calls = listed.filter((item) => kind(item) === 'FunctionCallContent');
  if (calls.length === 0) return null;
  const texts = listed.filter((item) => kind(item) === 'TextContent').map((item) => stringAt(item, 'Text') ?? '');
  const content = texts.length === 0 ? null : texts.join('');
  const told = {
    model: stringAt(message, 'ModelId'),
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, tool_calls: calls.map(callOf) },
        finish_reason: snakeCase(stringAt(at(message, 'Metadata'), 'FinishReason') ?? '') || null,
      },
    ],
  };
  return JSON.stringify(told);
}

/** Models get the name of a function with that of its plugin. A terminal may wrap it; it has no white space of its own. */
function callOf(item: Source): unknown {
  const given = at(item, 'Arguments');
  const name = [at(item, 'PluginName'), at(item, 'FunctionName')]
    .flatMap((one) => stringOf(one) ?? [])
    .join('-')
    .replaceAll(/\s/g, '');
  const args = given === null ? '{}' : slice(given);
  return { id: stringAt(item, 'Id'), type: 'function', function: { name, arguments: args } };
}
