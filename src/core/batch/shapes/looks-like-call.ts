/** A call, in most of the ways in which models write them. */
const CALL = /"(?:name|function|tool|action)"\s{0,9}:|<[|/]?\s?(?:tool|function)|\w\(\w{1,60}\s{0,9}=/;

/** Whether a text may hold a call: what is told of the file that it is in. */
export function looksLikeCall(text: string): boolean {
  return CALL.test(text);
}
