import type { FaultCode } from '../../../src/core/index.ts';

/**
 * What is truly a fault of a real template, each checked by hand against the template and against what Jinja2 makes of it:
 * the golden conversations raise, drop or print the same.
 */

interface KnownFault {
  readonly code: FaultCode;
  readonly reason: string;
}

const noTools = {
  code: 'tools-dropped',
  reason: 'Made for a model without tools: the golden prompt with tools has none of their names.',
} as const;

const alternates = {
  code: 'tool-role-refused',
  reason: 'It asks for user and assistant in turns, so a result of a tool raises: the golden `call` raises.',
} as const;

const threeRoles = {
  code: 'tool-role-refused',
  reason: 'It raises for every role but user, system and assistant: the golden `call` raises.',
} as const;

const systemRaises = {
  code: 'system-refused',
  reason: 'It asks for a user first, so a system message raises: the golden `plain` raises.',
} as const;

const oneCall = {
  code: 'raises',
  reason: 'Its own rule: `This model only supports single tool-calls at once!`, as the golden `parallel` raises.',
} as const;

const textOnly = {
  code: 'raises',
  reason: 'It joins arguments to text with `+`, so an object raises a TypeError; DeepSeek passes JSON text.',
} as const;

const neverReadsTools = {
  code: 'tools-dropped',
  reason: 'It prints calls and results, and has no part for definitions: the variable `tools` is never read.',
} as const;

const onlyWithNull = {
  code: 'call-dropped',
  reason:
    'It prints calls where `content is none` alone: the golden `call` has empty content, and no call in its prompt.',
} as const;

const oneCallNeverEnds = {
  code: 'call-turn-open',
  reason:
    'It prints the end of sentence inside the branch for further calls: the golden `call` has none after its call.',
} as const;

const jsonOfText = {
  code: 'arguments-encoded-twice',
  reason: 'It writes `arguments | tojson`, so JSON text becomes a JSON string, as in the golden `call-text-arguments`.',
} as const;

const nullRaises = {
  code: 'null-content',
  reason: 'It uses the content as text or as a list without a test: null raises in Jinja2.',
} as const;

const alwaysOpens = {
  code: 'generation-flag-ignored',
  reason: 'The opener of the assistant is part of what it prints for the user, or comes without a test.',
} as const;

const opensReasoning = {
  code: 'reply-begins-inside',
  reason: 'Its generation prompt ends with the opener of reasoning: a caution, since the model was trained so.',
} as const;

const noSystem = {
  code: 'system-dropped',
  reason: 'It has branches for user and assistant alone: the golden `plain` lacks the system prompt.',
} as const;

const noCalls = {
  code: 'call-dropped',
  reason: 'It prints the content of the assistant and never `tool_calls`: the golden `call` lacks the arguments.',
} as const;

const toolsOfSystem = {
  code: 'tools-dropped',
  reason: 'It prints `message["tools"]` of the system message; transformers passes `tools`, which it does not read.',
} as const;

export const knownFaults: ReadonlyMap<string, readonly KnownFault[]> = new Map<string, readonly KnownFault[]>([
  ['library/aya-expanse:8b', [alternates, noTools]],
  ['library/cogito:3b', [nullRaises, jsonOfText]],
  ['library/command-r-plus:104b', [alternates, noTools]],
  [
    'library/command-r7b:7b',
    [
      alternates,
      {
        code: 'tools-dropped',
        reason: 'Its part for tools is in the branch for documents: without them it prints no tool.',
      },
    ],
  ],
  ['library/deepcoder:14b', [textOnly, neverReadsTools, onlyWithNull, oneCallNeverEnds, opensReasoning]],
  ['library/deepseek-coder-v2:16b', [noTools]],
  ['library/deepseek-coder:1.3b', [noTools]],
  ['library/deepseek-r1:latest', [textOnly, neverReadsTools, alwaysOpens]],
  ['library/deepseek-v3:671b', [textOnly, neverReadsTools, onlyWithNull, oneCallNeverEnds]],
  ['library/devstral:latest', [threeRoles, noTools]],
  ['library/dolphin-llama3:8b', [noTools, alwaysOpens]],
  ['library/exaone-deep:32b', [noTools, opensReasoning]],
  ['library/granite-code:3b', [noTools]],
  [
    'library/granite3-dense:2b',
    [
      {
        code: 'call-dropped',
        reason: 'It knows calls by a role of its own, `assistant_tool_call`, which nobody sends.',
      },
      { code: 'result-dropped', reason: 'It knows results by a role of its own, `tool_response`, which nobody sends.' },
      nullRaises,
    ],
  ],
  ['library/granite3.2:8b', [noCalls, nullRaises]],
  ['library/llama-guard3:1b', [systemRaises, alternates, noTools]],
  ['library/llama-pro:latest', [noTools, noSystem]],
  ['library/llama2:7b', [alternates, noTools]],
  ['library/llama3:8b', [noTools]],
  ['library/llama3.2-vision:latest', [oneCall, nullRaises, jsonOfText]],
  ['library/llama3.2:3b', [oneCall, jsonOfText]],
  ['library/llava:7b', [systemRaises, alternates, noTools]],
  ['library/mistral-large:123b', [threeRoles, noTools]],
  ['library/nemotron-mini:4b', [noCalls, nullRaises, alwaysOpens]],
  ['library/nemotron:70b', [oneCall, jsonOfText]],
  ['library/nuextract:3.8b', [noTools, noSystem, alwaysOpens]],
  ['library/olmo2:7b', [noTools]],
  ['library/opencoder:8b', [noTools]],
  ['library/phi4-mini-reasoning:3.8b', [toolsOfSystem]],
  ['library/phi4-mini:3.8b', [toolsOfSystem]],
  [
    'library/phi4-reasoning:14b',
    [noTools, { code: 'system-dropped', reason: 'It prints a system prompt of its own in place of the one it gets.' }],
  ],
  ['library/qwen2.5-coder:1.5b', [jsonOfText]],
  ['library/qwen2.5vl:latest', [noTools]],
  ['library/qwq:32b', [jsonOfText]],
  ['library/qwq:32b#2', [nullRaises, jsonOfText, opensReasoning]],
  ['library/qwq:32b#3', [nullRaises, jsonOfText, opensReasoning]],
  ['library/r1-1776:671b', [textOnly, neverReadsTools]],
  ['library/sailor2:1b', [noTools]],
  ['library/yi:6b', [noTools, alwaysOpens]],
]);
