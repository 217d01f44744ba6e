import type { Answer } from '../paste/answer.ts';
import { codeAround } from '../paste/code-around.ts';
import type { Reason } from './reason.ts';

/** Code that asks a model itself. Sources: openai, anthropic, ollama, litellm, google-genai, boto3, langchain and go-openai, their READMEs */
const ASKS =
  /\b(?:chat\.completions\.(?:create|parse|stream)|messages\.(?:create|stream)|responses\.(?:create|stream)|ollama\.chat|client\.chat|litellm\.a?completion|generate_?[cC]ontent(?:_stream|Stream)?|bind_?[tT]ools|converse(?:_stream)?|CreateChatCompletion(?:Stream)?|CompleteChat(?:Streaming)?(?:Async)?)\(|\b(?:requests|httpx|axios|session|http)\.post\(|\bfetch\(/;

/** The way to the text of an answer in full, in any language: `r.json()["choices"][0]["message"]["content"]`, and for `jq`. */
const TAKES_TEXT =
  /\bchoices["'\])?!]{0,4}\.?\[0\]["'\])?!]{0,4}(?:\.|\?\.|\[["'])(?:message|delta)["'\])?!]{0,4}(?:\.|\?\.|\[["'])content\b/i;

/** What runs the tools itself, so that its caller has only the text to read. */
const RUNS_TOOLS =
  /\b(?:create_?(?:react_?|tool_?calling_?|openai_?tools_?)?agent|initialize_agent|AgentExecutor|ToolNode|Runner\.run|generateText|streamText|ToolLoopAgent|run_?tools|tool_runner|toolRunner|enable_automatic_function_calling|automatic_function_calling)\b/i;

/** Where code takes the text of an answer: of OpenAI and Ollama, Anthropic, the Responses API and Gemini, then LangChain. */
const READS_TEXT =
  /\b(?:message|delta|msg)["'\])?!]{0,4}(?:\.|\?\.|\[["']|\.get\(["'])content\b|\bcontent\[0\]\.text\b|\.output_text\b|\b(?:response|resp|res|result|reply|answer|r|ai_msg|chunk|part)\.(?:content|text)\b(?!\.)/i;

/** Where code takes calls, in any case and for any API. Words of a person between backticks are no code. */
const READS_CALLS =
  /(?:[.?"'{,(]|\bin) ?(?:tool_?(?:calls?|uses?)(?:_chunks)?|function_?calls?|additional_kwargs)\b|\.output\b(?!_)|\bcontent_block|\.parts\b/i;

/** Code that gives the whole message to other code, which may read more of it. */
const GIVES_ON =
  /\breturn [^\n]{0,80}\b(?:message|response|resp|completion|delta|chunk)\s{0,4};?[ \t]*$|\b(?!print|log|dumps|stringify|append|push|str|repr)\w+\((?:[\w.[\]]{0,60}\.)?(?:message|delta)\)/m;

/** How code looks for the call of an API that is older than `tool_calls`: `"function_call" in m.additional_kwargs`. */
const READS_OLD = /(?:\.|\?\.|["'])function_?call["']?\b(?!s|_output|_arguments)/i;
const READS_NEW = /(?:[.?"'{,(]|\bin) ?tool_?calls?\b|\btools_condition\b/i;

/** @see https://docs.python.org/3/library/traceback.html: a line of a library follows such a line */
const TRACED = /File "[^"\n]{1,300}", line \d{1,6}[^\n]{0,120}\n[^\n]{0,300}/g;

/** A sound call that the code in the paste does not look at: it takes the text alone, or looks where calls were once. Null for others. */
export function ofUnreadCall(content: string, answer: Answer): Reason | null {
  const { from, to } = answer.span;
  const came = content.slice(from, to);
  const code = codeAround(content, answer.span).replaceAll(TRACED, ' ');
  if (
    READS_OLD.test(code) &&
    !READS_NEW.test(code) &&
    came.includes('tool_calls') &&
    !/["']function_call["']\s{0,4}:\s{0,4}\{/.test(came)
  )
    return { cause: 'client', says: OLD, fix: ofOld(code) };
  const isOwn = (ASKS.test(code) || TAKES_TEXT.test(code)) && !RUNS_TOOLS.test(code);
  const way = WAYS.find(({ sign }) => sign.test(came));
  if (!isOwn || way === undefined || !READS_TEXT.test(code) || READS_CALLS.test(code) || GIVES_ON.test(code))
    return null;
  const isJoined = answer.kind === 'stream' && !answer.isOfOllama;
  const isEmpty = (answer.turn.text?.text ?? '').trim() === '';
  return {
    cause: 'client',
    says: `The code in the paste reads only the text of the answer, and this call is in ${way.place}.`,
    fix: `${isJoined ? way.joined : way.whole}${isEmpty ? ' An answer with a call may have no text.' : ''}`,
  };
}

const OLD = 'The code in the paste looks for `function_call`, and this call is in `tool_calls`.';

function ofOld(code: string): string {
  return /\badditional_kwargs\b|\bStateGraph\b|\badd_conditional_edges\b/.test(code)
    ? 'Look at `tool_calls` of the message itself. For the edges of a graph LangGraph has `tools_condition`.'
    : 'Look at `tool_calls` of the message: `function_call` answers only requests with `functions`.';
}

/** Where each API has its calls, and how they are answered. Sources: the API reference of each */
const WAYS: readonly {
  readonly sign: RegExp;
  readonly place: string;
  readonly whole: string;
  readonly joined: string;
}[] = [
  {
    sign: /\btool_calls\b/,
    place: '`tool_calls`',
    whole: 'Read `tool_calls`, run the tool, and send its result back in a message with the role `tool`.',
    joined: 'Join the pieces of `delta.tool_calls` by their `index`, and run the tool when the stream ends.',
  },
  {
    sign: /\btool_use\b/,
    place: 'a block `tool_use`',
    whole: 'Read the blocks `tool_use`, run the tool, and send its result back in a block `tool_result`.',
    joined: 'Join the `partial_json` of every block `tool_use`, and run the tool when the block ends.',
  },
  {
    sign: /\bfunctionCall\b|\bfunction_call\b[^]{0,200}\bargs\b/,
    place: 'a part `functionCall`',
    whole: 'Read the parts `functionCall`, run the tool, and send its result back in a part `functionResponse`.',
    joined:
      'Read the parts `functionCall` of every piece, run the tool, and send its result back in a part `functionResponse`.',
  },
  {
    sign: /\btoolUse\b/,
    place: 'a block `toolUse`',
    whole: 'Read the blocks `toolUse`, run the tool, and send its result back in a block `toolResult`.',
    joined: 'Join the `input` of every block `toolUse`, and run the tool when the block ends.',
  },
  {
    sign: /\bfunction_call\b/,
    place: 'an item `function_call` of `output`',
    whole:
      'Read the items `function_call` of `output`, run the tool, and send its result back as a `function_call_output`.',
    joined:
      'Join the deltas of every item `function_call`, run the tool, and send its result back as a `function_call_output`.',
  },
];
