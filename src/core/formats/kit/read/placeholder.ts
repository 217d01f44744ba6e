import type { Payload } from '../../../trace/index.ts';

const ELLIPSIS = /^(?:\.\.\.|…)$/;
/** Arguments that are only an ellipsis. */
const ARGUMENTS = /^\{"(?:\.\.\.|…)":(?:null|"")\}$/;
/** Arguments of which each is only an ellipsis. Of a call that is cut off, one may be the beginning of a text. */
const EACH_ARGUMENT = /^\{(?:,?"[^"\\]{1,60}":"(?:\.\.\.|…)"){1,10}\}$/;
const LONGEST_ARGUMENTS = 800;
/** What a prompt has in the place of a name: words for one in angle brackets, a variable in capitals, or one of a template. */
const NAME =
  /^(?:<(?=[^<>]*(?:name|func|tool|action))[a-z][\w -]{1,40}>|\$\{?[A-Z][A-Z_]{2,40}\}?|\{{1,2} ?[a-z_][\w. ]{1,40}\}{1,2})$/i;
const VARIABLE = /^\$\{?(?![A-Z_]+\}?$)/;

/** Whether a name is a placeholder for one: a prompt shows the form of a call, and nobody calls anything. */
export function isNamePlaceholder(name: string): boolean {
  return ELLIPSIS.test(name) || (NAME.test(name) && !VARIABLE.test(name));
}

/** Whether the arguments of a call are placeholders. */
export function isPlaceholder({ argumentsText }: Payload, isWhole: boolean): boolean {
  if (argumentsText.length > LONGEST_ARGUMENTS) return false;
  return ARGUMENTS.test(argumentsText) || (isWhole && EACH_ARGUMENT.test(argumentsText));
}
