import type { Answer } from '../paste/answer.ts';
import { codeAround } from '../paste/code-around.ts';
import type { Reason } from './reason.ts';

const GRAPH = /\b(?:Message|State)Graph\b[^]{0,8000}?(?:\badd_?[nN]ode\b)/;
/** What runs tools in a graph: the ready node, or code that reads the calls. */
const RUNS =
  /\b(?:ToolNode|tools_condition|toolsCondition|ToolExecutor|ToolInvocation|create_react_agent|createReactAgent|create_agent|createAgent)\b|[.?"'{,(] ?tool_?calls\b|\bToolMessage\b/i;

/**
 * A sound call that ends a graph of LangGraph: no node of it runs tools. Null for others.
 *
 * Source: LangGraph, prebuilt/tool_node.py (`ToolNode`, `tools_condition`)
 */
export function graphWithoutTools(content: string, { span, turn }: Answer): Reason | null {
  const code = codeAround(content, span);
  if (turn.results.length > 0 || !GRAPH.test(code) || RUNS.test(code)) return null;
  const isPython = code.includes('add_node');
  const edges = isPython
    ? '`add_conditional_edges` with `tools_condition`'
    : '`addConditionalEdges` with `toolsCondition`';
  return {
    cause: 'client',
    says: 'The graph in the paste has no node that runs tools, so it ends with this call.',
    fix: `Add a node \`ToolNode\`, lead to it by ${edges}, and from it back to the model.`,
  };
}
