import type { Said } from '../evidence.ts';
import type { Scene } from './scene.ts';
import { at, keyed, saidIn } from '../../index.ts';

/** The settings of a server in its log, and where they are: vLLM prints a dict, SGLang the arguments of a class. */
export interface Settings {
  readonly model: Said | null;
  readonly parser: Said | null;
  /** The whole list of settings is there, so what is not in it was not set. */
  readonly isComplete: boolean;
}

/** A command names the model after a flag, or first. */
const MODEL_OF_COMMAND =
  /(?:--model(?:-path)?(?:[= ]|["'],\s{0,20}(?=["']))|\b(?:vllm|sglang) serve |\blmdeploy serve api_server |\bollama run |\bllama-(?:server|cli)\b[^\n]{0,200} -(?:m|hf|hfr) )["']?([\w./][\w./:-]{0,199})/;

/** Servers that parse calls only where a flag names the parser. */
const STARTS =
  /\bvllm serve \S|\bvllm\.entrypoints\.openai\.api_server\b|\bsglang\.launch_server\b|\bsglang serve \S|\blmdeploy serve api_server\b|\bmlx-openai-server launch\b/;

/** Whether a text has a command that starts such a server without that flag. */
export function startsWithoutParser(around: string): boolean {
  return STARTS.test(around) && !around.includes('--tool-call-parser');
}

/** The examples of vLLM and SGLang are named after what they ask for. Source: vllm examples/, sglang examples/chat_template/ */
const TEMPLATE = /--chat-template[= ]\S{0,200}?tool_chat_template_([a-z][\w.]{1,40}?)(?:_parallel|_tool)?\.jinja/;
const PARSERS: readonly (readonly [begins: RegExp, parser: string])[] = [
  [/^llama4_json/, 'llama4_json'],
  [/^llama[\d._]*json/, 'llama3_json'],
  [/^llama4_pythonic/, 'llama4_pythonic'],
  [/pythonic|^toolace/, 'pythonic'],
  // SGLang's guide of tool parsers has the one of V3.2 for V3.2-Exp, with the parser of V3.1.
  [/^deepseekv3[12]/, 'deepseek_v31'],
  [/^deepseek(?:v3|r1)/, 'deepseek_v3'],
  [/^(?:hermes|mistral|granite|xlam|internlm)/, ''],
];

/** The parser of vLLM that reads what a chat template asks for, by the name of its example; null where none is set. */
export function parserOfTemplate(around: string): string | null {
  const name = TEMPLATE.exec(around)?.[1] ?? '';
  for (const [begins, parser] of PARSERS) {
    const found = begins.exec(name);
    if (found !== null) return parser === '' ? found[0] : parser;
  }
  return null;
}

/** How a command starts each server; the flags of another one are those that a person compares with. */
const COMMANDS: readonly (readonly [name: string, command: RegExp])[] = [
  ['lmdeploy', /\blmdeploy serve api_server\b/],
  ['sglang', /\bsglang\.launch_server\b|\bsglang serve \S/],
  ['vllm', /\bvllm serve \S|\bvllm\.entrypoints\b/],
];

/** The flag of the tool parser, but for one in the brackets after the name of a server that no command starts. */
function flagOf(around: string): string {
  const started = COMMANDS.filter(([, command]) => command.test(around));
  const others = COMMANDS.filter((one) => !started.includes(one)).map(([name]) => name);
  // In a list of JSON or YAML, the name is the next item.
  const flag = '--tool-call-parser(?:[= ]|["\'],\\s{0,20}["\']|\\s{0,4}\\n\\s{0,20}- )';
  return started.length === 0 ? flag : `(?<!(?:${others.join('|')}) ?[(（][^)）\\n]{0,80})${flag}`;
}

export function settingsOf({ frame, values, around }: Scene): Settings {
  const args =
    values.find((value) => keyed(value, 'model_tag') ?? keyed(value, 'tool_call_parser')) ??
    values.find((value) => keyed(value, 'enable_auto_tool_choice')) ??
    values.find(({ span }) => /\bnon-default args: $/.test(frame.text.slice(Math.max(0, span.from - 24), span.from)));
  if (args !== undefined) {
    const model = saidIn(at(args, 'model_tag') ?? at(args, 'model') ?? at(args, 'model_path'));
    return { model, parser: saidIn(at(args, 'tool_call_parser')), isComplete: true };
  }
  const found = (pattern: RegExp): Said | null => {
    const match = pattern.exec(around);
    const text = match?.[1];
    if (match === null || text === undefined) return null;
    const from = match.index + match[0].indexOf(text);
    return { text, span: frame.place({ from, to: from + text.length }) };
  };
  return {
    model: found(/\bmodel_path='([^'\n]{1,200})'/) ?? found(MODEL_OF_COMMAND),
    parser:
      found(/\btool_call_parser='([\w.-]{1,40})'/) ??
      // An error speaks of the flag: `--tool-call-parser to be set`
      found(new RegExp(`${flagOf(around)}(?!to be )([\\w.-]{0,39}\\w)`)) ??
      // Images of containers take it from the environment.
      found(/\b[A-Z]{2,12}_TOOL_CALL_PARSER["']?(?: ?[=:] {0,4}|\s{0,40}value: {0,4})["']?([\w.-]{1,40})/) ??
      found(/\b(\w{2,40}?)_tool_parser\.py\b/) ??
      found(/\b(\w{2,40}?)_detector\.py\b/),
    isComplete: /\bserver_args=ServerArgs\(/.test(around),
  };
}
