import { typeError } from './faults.ts';
import type { MacroBody } from './parse/syntax.ts';
import { Text } from './values/text.ts';
import { Dict, Tuple, Undefined, type CallArguments, type Value } from './values/value.ts';

/** The variables of a macro with what it was called with. @throws TemplateFault */
export function boundSlots(
  node: MacroBody,
  name: string,
  names: readonly string[],
  args: CallArguments,
): (Value | undefined)[] {
  const slots = new Array<Value | undefined>(node.ownFunction.size);
  const { positional } = args;
  const keywords = new Map(args.keywords);
  let isCallerFound = positional.length >= names.length && names.includes('caller');
  for (const [index, { name: parameter, reference }] of node.parameters.entries()) {
    if (index < positional.length) slots[reference.slot] = positional[index];
    else {
      slots[reference.slot] = keywords.get(parameter);
      keywords.delete(parameter);
      isCallerFound ||= parameter === 'caller';
    }
  }
  if (node.caller !== null && !isCallerFound) {
    const caller = keywords.get('caller') ?? null;
    slots[node.caller] = caller === null ? new Undefined('No caller defined') : caller;
    keywords.delete('caller');
  }
  if (node.kwargs !== null) {
    const dict = new Dict();
    for (const [key, value] of keywords) dict.setNamed(Text.computed(key), value);
    slots[node.kwargs] = dict;
  } else if (keywords.size > 0) {
    if (keywords.has('caller'))
      throw typeError(
        `macro '${name}' was invoked with two values for the special caller argument. This is most likely a bug.`,
      );
    throw typeError(`macro '${name}' takes no keyword argument '${[...keywords.keys()][0] ?? ''}'`);
  }
  if (node.varargs !== null) slots[node.varargs] = new Tuple(positional.slice(names.length));
  else if (positional.length > names.length)
    throw typeError(`macro '${name}' takes not more than ${names.length} argument(s)`);
  return slots;
}
