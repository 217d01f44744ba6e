import { at, hasAny, isObject, itemsOf, stringAt, type Source } from '../sources.ts';

/**
 * Whether `{"tool_calls": […]}` with nothing beside it is what a model wrote, and not what a server answered: in llama.cpp's
 * generic format, or as a copy of a response. A server gives every call an id; a model that copies one makes up none.
 */
// Source: llama.cpp common/chat.cpp, 00efb3e1: the generic format has an id where several calls are allowed
export function isWrittenList(source: Source): boolean {
  if (source.node.kind !== 'object' || source.node.members.length !== 1) return false;
  return itemsOf(at(source, 'tool_calls')).every((call) => isGeneric(call) || isCopied(call));
}

function isGeneric(call: Source): boolean {
  return !hasAny(call, ['function', 'type']) && (!hasAny(call, ['id']) || isObject(at(call, 'arguments')));
}

function isCopied(call: Source): boolean {
  const fun = at(call, 'function');
  return !hasAny(call, ['id', 'index']) && isObject(fun) && stringAt(fun, 'arguments') !== null;
}
