import type { Answer } from '../paste/answer.ts';
import { codeAround } from '../paste/code-around.ts';
import { parsesEachPiece } from '../said/own-code.ts';
import type { Reason } from './reason.ts';

/** The code beside a sound call, which does something else with it than run it; null for others. */
export function ofOwnCode(content: string, answer: Answer): Reason | null {
  const { from, to } = answer.span;
  const code = codeAround(content, answer.span);
  return (
    byReason(code, answer) ??
    ofEachPiece(code, answer) ??
    withoutEdge(code) ??
    ofOtherShape(code, content.slice(from, to))
  );
}

/** How code compares the reason for the end with the one that speaks of calls; the field is the first group, the reason the last. */
const WAITS =
  /(?:\b(?:if|elif|while|until|unless|when|and|or|not|return)\b|&&|\|\||[=?(])[^\n]{0,80}\b((?:finish|done|stop)_?[rR]eason)["'\])]{0,3}\s{0,4}(?:={2,3}|!={1,2}|is|eq)\s{0,4}["']((?:tool|function)_?-?(?:calls?|use))["']/;
const SWITCHES =
  /\b(?:switch|match)\b[^\n]{0,60}\b((?:finish|done|stop)_?[rR]eason)\b[^]{0,600}?\bcase ["']((?:tool|function)_?-?(?:calls?|use))["']/;
/** How code takes the turn as ended. */
const ENDS =
  /\b((?:finish|done|stop)_?[rR]eason)["'\])]{0,3}\s{0,4}={2,3}\s{0,4}["'](stop|end_turn)["']\)?\s{0,4}[:{]?\s{0,40}(?:\/\/[^\n]*)?\s{0,40}(?:break|return)\b|\bwhile\b[^\n]{0,60}\b((?:finish|done|stop)_?[rR]eason)["'\])]{0,3}\s{0,4}!={1,2}\s{0,4}["'](stop|end_turn)["']/;

/** The code looks at the reason for the end alone. Sources: ollama docs/api.md, where calls end with `stop`; vllm#53255 for forced ones */
function byReason(code: string, { turn, isOfOllama }: Answer): Reason | null {
  const came = turn.finish?.text ?? null;
  const [, field, awaited] = WAITS.exec(code) ?? SWITCHES.exec(code) ?? [];
  const [, ends, until, ends2 = ends, ended = until] = ENDS.exec(code) ?? [];
  const isMissed = field !== undefined && awaited !== came;
  const isEnded = ended !== undefined && ended === came;
  if (came === null || !(isMissed || isEnded)) return null;
  const name = field ?? ends2 ?? '';
  const why = isMissed ? `waits for \`${awaited ?? ''}\` in \`${name}\`` : `ends at \`${came}\` in \`${name}\``;
  return {
    cause: 'client',
    says: `The code ${why}, and this answer has \`${came}\` beside its call.`,
    fix: `Run the calls whenever \`tool_calls\` holds some, and do not look at \`${name}\`.${isOfOllama ? ' Ollama gives `stop` beside calls as well.' : ''}`,
    span: turn.finish?.span ?? null,
  };
}

function ofEachPiece(code: string, { kind }: Answer): Reason | null {
  if (kind !== 'stream' || !parsesEachPiece(code)) return null;
  return { cause: 'client', says: EACH_PIECE.says, fix: EACH_PIECE.fix, isCompared: true };
}

const EACH_PIECE = {
  says: 'The code parses the arguments of each piece of the stream, and a piece is only a part of the JSON.',
  fix: 'Join the pieces of `arguments` by the `index` of their call, and parse them when the stream ends.',
} as const;

/** Source: langgraph, Graph API: "Conditional edges"; langgraph.prebuilt `tools_condition` */
export function withoutEdge(code: string): Reason | null {
  const isGraph = /\bStateGraph\(|\bMessageGraph\(/.test(code) && /\bToolNode\(/.test(code);
  if (!isGraph || /\badd_?[cC]onditional_?[eE]dges?\(|\bCommand\(|\bgoto\b/.test(code)) return null;
  const edges = [...code.matchAll(/\badd_?[eE]dge\(\s{0,20}["']?(\w{1,40})["']?,\s{0,20}["']?(\w{1,40})["']?/g)];
  const nodes = [...code.matchAll(/\badd_?[nN]ode\(\s{0,20}["'](\w{1,40})["'],\s{0,20}([\w.]{1,60})/g)];
  const made = /\b(\w{1,40})\s{0,4}=\s{0,4}(?:new )?ToolNode\(/.exec(code)?.[1];
  const tools = nodes.find(([, , node]) => node === 'ToolNode' || node === 'new' || node === made)?.[1];
  const agent = edges.find(([, from]) => from === tools)?.[2];
  if (tools === undefined || agent === undefined || edges.some(([, , to]) => to === tools)) return null;
  const isPython = code.includes('add_edge(');
  const condition = isPython ? 'add_conditional_edges' : 'addConditionalEdges';
  return {
    cause: 'client',
    says: `The graph has no edge from \`${agent}\` to \`${tools}\`, so nothing runs the call.`,
    fix: `Write \`${condition}("${agent}", ${isPython ? 'tools_condition' : 'toolsCondition'})\` in the place of the edge from \`${agent}\` to \`END\`.`,
  };
}

const READS_CHOICES = /\bchoices(?:\?\.|!)?\s?\[0\]|\.choices\b|\[["']choices["']\]/;

/** Where APIs have their calls that answer in another shape than OpenAI. Sources: developers.cloudflare.com/workers-ai/features/function-calling; the API reference of each */
const SHAPES: readonly { readonly sign: RegExp; readonly place: string; readonly fix: string }[] = [
  {
    sign: /^\s*\{[^]*"(?:done|done_reason)"\s*:/,
    place: '`message.tool_calls`',
    fix: 'Read `message.tool_calls` of the answer, or ask Ollama at `/v1/chat/completions`, which has `choices`.',
  },
  {
    sign: /"type"\s*:\s*"tool_use"/,
    place: 'blocks of `content`',
    fix: 'Read the blocks `tool_use` of `content`: this is the shape of Anthropic, without `choices`.',
  },
  {
    sign: /"type"\s*:\s*"function_call"/,
    place: 'items of `output`',
    fix: 'Read the items `function_call` of `output`, or ask `/v1/chat/completions`, which has `choices`.',
  },
  {
    sign: /"functionCall"\s*:/,
    place: 'parts of `candidates`',
    fix: 'Read the parts `functionCall` of `candidates[0].content`: this is the shape of Gemini, without `choices`.',
  },
  {
    sign: /^\s*\{(?=[^]*"response"\s*:)[^]*"tool_calls"\s*:\s*\[/,
    place: '`tool_calls` at its top',
    fix: 'Read `tool_calls` of the result itself, where `arguments` is an object. Or ask Workers AI at `/ai/v1/chat/completions`, which has `choices`.',
  },
];

/** The code looks for the `choices` of OpenAI in an answer of another shape; null for others. */
function ofOtherShape(code: string, came: string): Reason | null {
  if (!READS_CHOICES.test(code) || /\bchoices\b/.test(came)) return null;
  const shape = SHAPES.find(({ sign }) => sign.test(came));
  if (shape === undefined || !/\b(?:undefined|KeyError|AttributeError|NoneType|TypeError)\b/.test(code)) return null;
  return {
    cause: 'client',
    says: `The code looks in \`choices\`, and this answer has its call in ${shape.place}.`,
    fix: shape.fix,
  };
}
