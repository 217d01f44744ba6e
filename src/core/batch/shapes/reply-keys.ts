/** Under these keys there is what a model wrote, whatever is beside them. */
export const certainKeys: readonly string[] = [
  ...['raw_output', 'model_output', 'generated_text', 'raw_completion', 'completion', 'generation'],
  ...['model_response', 'response', 'raw_model_output', 'model_raw_output', 'assistant_message', 'rawResponse'],
];

/** Under these keys there is what a model wrote where nothing else says it. */
const commonKeys = [
  ...['actualOutput', 'actual_output', 'actual_text', 'actual_response', 'actual_final_answer', 'solution'],
  ...['output', 'prediction', 'predicted', 'reply', 'answer', 'final_message', 'final_response'],
];

/** What lies deeper and tells by its structure goes before these: anything may have a text. */
export const weakKeys: readonly string[] = ['result', 'text', 'content', 'raw'];

/** Under what keys records keep what a model wrote; the telling ones first. */
export const strongKeys: readonly string[] = [...certainKeys, ...commonKeys];
export const replyKeys: readonly string[] = [...strongKeys, ...weakKeys];

const REPLIES =
  /(?:answer|antwort|ausgabe|reply|response|output|completion|generation|prediction|sampled|generated)s?(?:_?(?:text|content|body)s?)?$|^(?:assistant|bot)(?:_?(?:text|message|content))?$/i;
const ASKED = /prompt|question|query|instruction|frage|input|eingabe/i;
const EXPECTED = /expect|correct|gold|reference|target|ideal|truth/i;
const MODEL = /^model(?:_name|_id)?$/i;

/** Whether a key, or the name of a column, says that it holds what somebody asked. */
export function saysAsked(key: string): boolean {
  return ASKED.test(key);
}

/** Whether it says that it holds what was expected. */
export function saysExpected(key: string): boolean {
  return EXPECTED.test(key);
}

const CALLS = new RegExp(
  '^(?:calls|(?:[a-z]+_)?(?:tool_?calls?|function_?calls?)|(?:parsed|predicted|actual|generated|extracted)_calls|tool_calls_made|tool_?invocations?|tool_?requests|tools_?called)$',
  'i',
);

/** Whether it says that it holds the calls that a model made. */
export function holdsCalls(key: string): boolean {
  return CALLS.test(key) && !saysOthers(key);
}

/** Whether it says that it holds what was expected, or who was asked. */
export function saysOthers(key: string): boolean {
  return saysExpected(key) || MODEL.test(key);
}

/** Whether it says that it holds replies. */
export function saysReplies(key: string): boolean {
  return REPLIES.test(key) && !saysOthers(key);
}
