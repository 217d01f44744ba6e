import type { FileAnswer, ToolDefinition } from '../../core/index.ts';
import type { ExpectedCall } from '../permalink/state.ts';
import { dataLiteral, lineLiterals, stringLiteral } from './literal.ts';
import { pythonNotation as notation } from './python-notation.ts';

/** The kinds of parsers that a package makes without help; the others have no class that a test could import. */
export type PackagedKind = 'vllm-tool' | 'vllm-reasoning' | 'sglang';

interface ParserCase {
  readonly name: string;
  readonly kind: PackagedKind;
  /** Of its file, as it was opened: `vllm/tool_parsers/hermes_tool_parser.py`, or a name alone. */
  readonly path: string;
  readonly text: string;
  readonly tools: readonly ToolDefinition[];
  /** What somebody expects; null where nobody does. */
  readonly expected: readonly ExpectedCall[] | null;
  /** What the file answers now; null where it raises. */
  readonly answer: FileAnswer | null;
}

interface Written {
  readonly needs: string;
  readonly imports: string;
  /** The body of `read`, which returns the calls, or the reasoning and the content. */
  readonly body: (name: string) => string;
}

const vllmRequest = `    request = ChatCompletionRequest(
        model=MODEL,
        messages=[],
        tools=[{"type": "function", "function": tool} for tool in TOOLS] or None,
    )
`;

const vllm = (call: (parser: string) => string): Written => ({
  needs:
    'Needs the package `vllm`, and a tokenizer: set MODEL to a model whose vocabulary has the markers of this format.',
  imports: `import inspect
import os

import pytest
from vllm.entrypoints.openai.chat_completion.protocol import ChatCompletionRequest
from vllm.tokenizers import get_tokenizer
`,
  body: (name) => `${vllmRequest}    given = (get_tokenizer(MODEL), request.tools)
    parser = ${name}(*given[: len(inspect.signature(${name}).parameters)])
${call('parser')}`,
});

const packages: Readonly<Record<PackagedKind, Written>> = {
  'vllm-tool': vllm(
    (parser) => `    found = ${parser}.extract_tool_calls(TEXT, request)
    return [(call.function.name, call.function.arguments) for call in found.tool_calls if found.tools_called]`,
  ),
  'vllm-reasoning': vllm((parser) => `    return tuple(${parser}.extract_reasoning(TEXT, request))`),
  sglang: {
    needs: 'Needs the package `sglang`. The detector runs no model and no server.',
    imports: `import pytest
from sglang.srt.entrypoints.openai.protocol import Function, Tool
`,
    body: (name) => `    tools = [Tool(type="function", function=Function(**tool)) for tool in TOOLS]
    return [(call.name, call.parameters) for call in ${name}().detect_and_parse(TEXT, tools).calls]`,
  },
};

/** A test that imports the class from its package: of the calls that somebody expects, else of what the file answers now. */
export function parserPytest({ name, kind, path, text, tools, expected, answer }: ParserCase): string {
  const { needs, imports, body } = packages[kind];
  const { module, isOfPackage } = moduleOf(path);
  const request = tools.map(({ name: tool, description, schema }) => ({
    name: tool,
    ...(description === undefined ? {} : { description }),
    ...(schema === undefined ? {} : { parameters: schema }),
  }));
  const isCalls = kind !== 'vllm-reasoning';
  const isExpected = isCalls && expected !== null;
  const asserts = isExpected
    ? `    assert [(name, json.loads(arguments)) for name, arguments in read()] == ${listOf(expected.map((call) => [call.name, dataLiteral(call.argumentsText, notation, '        ')]))}`
    : answer === null
      ? '    with pytest.raises(Exception):\n        read()'
      : isCalls
        ? `    assert read() == ${listOf(answer.calls.map((call) => [call.name, stringLiteral(call.argumentsText, notation)]))}`
        : `    assert read() == (${[answer.reasoning, answer.content].map(textOrNone).join(', ')})`;
  const used =
    isExpected || answer !== null ? imports.replace('import pytest\n', '').replaceAll('\n\n\n', '\n\n') : imports;
  const model = kind === 'sglang' ? '' : '\nMODEL = os.environ["MODEL"]';
  return `# ${needs}
${isOfPackage ? '' : `# \`${module}\` is your file: let Python find it, or change the import.\n`}${isExpected ? 'import json\n' : ''}${used}from ${module} import ${name}
${model}
TEXT = (
    ${lineLiterals(text, notation).join('\n    ')}
)
TOOLS = ${dataLiteral(JSON.stringify(request), notation, '')}


def read():
${body(name)}


# ${isExpected ? 'The calls are the expected ones.' : 'The outcome is what the file returned at export, in a browser.'}
def test_${name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase()}():
${asserts}
`;
}

function listOf(pairs: readonly (readonly [name: string, literal: string])[]): string {
  if (pairs.length === 0) return '[]';
  return `[${pairs.map(([name, literal]) => `\n        (${stringLiteral(name, notation)}, ${literal}),`).join('')}\n    ]`;
}

function textOrNone(text: string | null): string {
  return text === null ? notation.null : stringLiteral(text, notation);
}

/** The module of a file: below its package where the path has it, else the file alone. */
function moduleOf(path: string): { readonly module: string; readonly isOfPackage: boolean } {
  const parts = path.replace(/\.py$/i, '').split('/');
  const at = parts.findIndex((part) => part === 'vllm' || part === 'sglang');
  const module = (at < 0 ? parts.slice(-1) : parts.slice(at)).map((part) => part.replaceAll(/\W/g, '_')).join('.');
  return { module, isOfPackage: at >= 0 };
}
