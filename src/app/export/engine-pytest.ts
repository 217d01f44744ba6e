import { tokenRecording, unpackRecording } from '../../core/index.ts';
import { originOf, titleOf, type Assertion } from './assertion.ts';
import type { Subject } from './kind.ts';
import { dataLiteral, lineLiterals, stringLiteral, type Notation } from './literal.ts';
import { inferredNote, requestTools } from './request-tools.ts';
import { sourceText } from './runtime-text.ts';

interface PythonEngine {
  /** What must be there, as a comment without its sign. */
  readonly needs: readonly string[];
  /** Modules of Python itself that the rest asks for. */
  readonly modules: readonly string[];
  readonly imports: string;
  /** The body of a function that returns pairs of name and argument text. `flag` is a Python literal. */
  readonly run: (flag: string) => string;
  /** The same of the chunks of a stream. */
  readonly stream: (flag: string) => string;
}

const JOINED = '    return [calls[index] for index in sorted(calls)]';

/**
 * The engines that are Python packages, by their project. Sources: vllm/tool_parsers/__init__.py and
 * tests/tool_parsers/test_hermes_tool_parser.py of vllm-project/vllm, and
 * python/sglang/srt/function_call/function_call_parser.py of sgl-project/sglang 00828e56.
 */
const engines: ReadonlyMap<string, PythonEngine> = new Map([
  [
    'vllm',
    {
      needs: [
        'Needs the package `vllm`, and a tokenizer: set MODEL to a model whose vocabulary has the markers of this format.',
        'The parser does not run the model.',
      ],
      modules: ['os'],
      imports: `from vllm.entrypoints.openai.chat_completion.protocol import ChatCompletionRequest
from vllm.tokenizers import get_tokenizer
from vllm.tool_parsers import ToolParserManager

MODEL = os.environ["MODEL"]`,
      run: (flag) => `    request = ChatCompletionRequest(
        model=MODEL,
        messages=[],
        tools=[{"type": "function", "function": tool} for tool in TOOLS] or None,
    )
    parser = ToolParserManager.get_tool_parser(${flag})(get_tokenizer(MODEL), request.tools)
    found = parser.extract_tool_calls(TEXT, request)
    return [(call.function.name, call.function.arguments) for call in found.tool_calls]`,
      stream: (flag) => `    request = ChatCompletionRequest(
        model=MODEL,
        messages=[],
        tools=[{"type": "function", "function": tool} for tool in TOOLS] or None,
    )
    tokenizer = get_tokenizer(MODEL)
    parser = ToolParserManager.get_tool_parser(${flag})(tokenizer, request.tools)
    calls, text, ids = {}, "", []
    for chunk in CHUNKS:
        new = tokenizer.encode(chunk, add_special_tokens=False)
        message = parser.extract_tool_calls_streaming(text, text + chunk, chunk, ids, ids + new, new, request)
        text, ids = text + chunk, ids + new
        for call in (message.tool_calls if message else None) or []:
            name, arguments = calls.get(call.index, ("", ""))
            calls[call.index] = (name + (call.function.name or ""), arguments + (call.function.arguments or ""))
${JOINED}`,
    },
  ],
  [
    'sglang',
    {
      needs: ['Needs the package `sglang`. The detector runs no model and no server.'],
      modules: [],
      imports: `from sglang.srt.entrypoints.openai.protocol import Function, Tool
from sglang.srt.function_call.function_call_parser import FunctionCallParser`,
      run: (flag) => `    tools = [Tool(type="function", function=Function(**tool)) for tool in TOOLS]
    _text, calls = FunctionCallParser(tools, ${flag}).parse_non_stream(TEXT)
    return [(call.name, call.parameters) for call in calls]`,
      stream: (flag) => `    tools = [Tool(type="function", function=Function(**tool)) for tool in TOOLS]
    parser = FunctionCallParser(tools, ${flag})
    calls = {}
    for chunk in CHUNKS:
        _text, new = parser.parse_stream_chunk(chunk)
        for call in new:
            name, arguments = calls.get(call.tool_index, ("", ""))
            calls[call.tool_index] = (name + (call.name or ""), arguments + (call.parameters or ""))
${JOINED}`,
    },
  ],
]);

const FLAG = '--tool-call-parser ';

/** A test against the engine's own package; null where the runtime is no parser of a Python engine. */
export function enginePytest(subject: Subject, assertion: Assertion, notation: Notation): string | null {
  const { fields, extraction } = subject;
  const runtime = extraction?.runtime;
  const engine = engines.get(runtime?.project ?? '');
  if (extraction === null || runtime === undefined || engine === undefined || !runtime.flag.startsWith(FLAG))
    return null;
  const flag = stringLiteral(runtime.flag.slice(FLAG.length), notation);
  // SGLang's server catches what its detectors raise, so the outcome is no error; the detector alone raises.
  const isRaised =
    assertion.kind === 'error' ||
    (!assertion.isExpected &&
      extraction.trace.some((event) => event.kind === 'quirk' && event.code === 'shown-after-error'));
  const isExpected = assertion.kind === 'calls' && assertion.isExpected;
  const stream = isRaised || !callsDifferStreamed(subject) ? '' : streamTest(subject, engine.stream(flag), notation);
  const needsPytest = isRaised || stream !== '';
  const modules = [...(isExpected ? ['json'] : []), ...engine.modules, ...(needsPytest ? ['', 'pytest'] : [])];
  const lines = modules.map((name) => (name === '' ? '' : `import ${name}`));
  const head = lines.length === 0 ? '' : `${lines.join('\n').trim()}\n\n`;
  const tools = inferredNote(subject, runtime);
  return `${comment([...engine.needs, `Parser: ${sourceText(runtime)}.`, ...(tools === '' ? [] : [tools])])}
${head}${engine.imports}

TEXT = (
    ${lineLiterals(fields.text, notation).join('\n    ')}
)
TOOLS = ${dataLiteral(requestTools(subject, runtime), notation, '')}


def extract():
${engine.run(flag)}


# ${originOf(assertion)}
def test_extraction():
    ${stringLiteral(isRaised ? 'refuses the reply' : titleOf(assertion), notation)}
${isRaised ? '    with pytest.raises(Exception):\n        extract()' : `    ${equation(subject, assertion, notation)}`}
${stream}`;
}

/** Whether the stream gives other calls than the whole reply, and not only another text. */
function callsDifferStreamed({ extraction }: Subject): boolean {
  const told = extraction?.diagnoses.find(({ code }) => code === 'D32')?.message;
  return told !== undefined && !told.includes(' The text: whole ');
}

/** A test that is marked as failing: it speaks up once the engine no longer does what the emulation does. */
function streamTest({ fields: { text, recording } }: Subject, body: string, notation: Notation): string {
  const { cuts } = recording === null ? tokenRecording(text) : unpackRecording(recording, text.length);
  const chunks = [...cuts, text.length].map((end, at) => text.slice(cuts[at - 1] ?? 0, end));
  const items = chunks.map((chunk) => `\n    ${stringLiteral(chunk, notation)},`).join('');
  return `

CHUNKS = [${items}
]


def stream():
${body}


# The parser alone: a server may send more at the end. Take the mark off once the stream gives the same calls.
@pytest.mark.xfail(strict=True)
def test_stream():
    ${stringLiteral('gives the calls of the whole reply', notation)}
    assert stream() == extract()
`;
}

function comment(lines: readonly string[]): string {
  return lines.map((line) => `# ${line.replaceAll(/\s+/g, ' ')}`).join('\n');
}

/** Calls as they came byte for byte; calls that somebody expects by what they mean. */
function equation({ extraction }: Subject, assertion: Assertion, notation: Notation): string {
  if (assertion.kind === 'error') return '';
  const { isExpected } = assertion;
  const calls = isExpected
    ? assertion.calls.map(({ name, argumentsText }) => ({
        name,
        value: dataLiteral(argumentsText, notation, '        '),
      }))
    : (extraction?.calls ?? []).map(({ name, argumentsText, returnedText = argumentsText }) => ({
        name,
        value: stringLiteral(returnedText, notation),
      }));
  const items = calls.map(({ name, value }) => `\n        (${stringLiteral(name, notation)}, ${value}),`).join('');
  const left = isExpected ? '[(name, json.loads(arguments)) for name, arguments in extract()]' : 'extract()';
  return `assert ${left} == [${items}${items === '' ? '' : '\n    '}]`;
}
