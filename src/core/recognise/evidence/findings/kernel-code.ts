import type { Answer } from '../paste/answer.ts';
import { codeAround } from '../paste/code-around.ts';
import type { Judgement } from './judge.ts';
import type { Around, Reason } from './reason.ts';

const ASKS =
  /\b(?:Get(?:Streaming)?ChatMessageContents?Async|InvokePrompt(?:Streaming)?Async|get_(?:streaming_)?chat_message_contents?|invoke_prompt(?:_stream)?)\(/;
const HAS_FUNCTIONS = /\bPlugins\.Add|\badd_(?:plugin|function)s?\(|\[KernelFunction\b|@kernel_function\b/;
const CHOOSES = /(?:Function_?Choice|Tool_?Call|Function_?Call)_?Behavior|\bAutoInvokeKernelFunctions\b/i;

const SAYS =
  'Semantic Kernel sends its functions only where a `FunctionChoiceBehavior` is set, and this code sets none.';

/**
 * Code of Semantic Kernel that has functions and never says that the model may choose among them. Null for others.
 *
 * @see https://learn.microsoft.com/dotnet/api/microsoft.semantickernel.promptexecutionsettings.functionchoicebehavior
 */
export function ofKernelWithoutChoice(
  content: string,
  { span }: Answer,
  { request }: Around,
  { did }: Judgement,
): Reason | null {
  if ((did !== 'answer' && did !== 'text') || request?.isDeclared === true) return null;
  const code = codeAround(content, span);
  if (!ASKS.test(code) || !HAS_FUNCTIONS.test(code) || CHOOSES.test(code)) return null;
  const fix = /\bget_\w|invoke_prompt/.test(code)
    ? 'Set `settings.function_choice_behavior = FunctionChoiceBehavior.Auto()`, and pass `settings` and `kernel` with the history.'
    : 'Pass settings with `FunctionChoiceBehavior = FunctionChoiceBehavior.Auto()`, and the kernel as well.';
  return { cause: 'no-tools', says: SAYS, headline: SAYS, fix };
}

const NOT_INVOKED = /\bauto_?[iI]nvoke\s{0,2}[:=]\s{0,2}[fF]alse\b|\bToolCallBehavior\.EnableKernelFunctions\b/;

/** A sound call that Semantic Kernel gives to the code, which says itself that it is not to be run. Null for others. */
export function ofUninvoked(content: string, { span, turn }: Answer): Reason | null {
  const code = codeAround(content, span);
  if (turn.results.length > 0 || !ASKS.test(code) || !NOT_INVOKED.test(code)) return null;
  return {
    cause: 'client',
    says: 'The code in the paste has Semantic Kernel hand the call over, and does not run it.',
    fix: 'Leave `autoInvoke` at `true`. Or invoke each `FunctionCallContent`, add its result to the history, and ask again.',
  };
}
