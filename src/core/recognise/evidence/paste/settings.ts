import type { EngineId } from '../../../formats/index.ts';
import { at, keyed, saidIn } from '../../index.ts';
import type { Said } from '../evidence.ts';
import { parserFlag } from './parser-flag.ts';
import type { Scene } from './scene.ts';

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

/** @param server the engine that answered, as far as the paste shows it: a flag of another one set nothing */
export function settingsOf({ frame, values, around }: Scene, server: EngineId | null): Settings {
  const args =
    values.find((value) => keyed(value, 'model_tag') ?? keyed(value, 'tool_call_parser')) ??
    values.find((value) => keyed(value, 'enable_auto_tool_choice')) ??
    values.find(({ span }) => /\bnon-default args: $/.test(frame.text.slice(Math.max(0, span.from - 24), span.from)));
  if (args !== undefined) {
    const model = saidIn(at(args, 'model_tag') ?? at(args, 'model') ?? at(args, 'model_path'));
    return { model, parser: saidIn(at(args, 'tool_call_parser')), isComplete: true };
  }
  const placed = (said: { readonly text: string; readonly from: number } | null): Said | null =>
    said && { text: said.text, span: frame.place({ from: said.from, to: said.from + said.text.length }) };
  const found = (pattern: RegExp): Said | null => {
    const match = pattern.exec(around);
    const text = match?.[1];
    return match === null || text === undefined ? null : placed({ text, from: match.index + match[0].indexOf(text) });
  };
  return {
    model: found(/\bmodel_path='([^'\n]{1,200})'/) ?? found(MODEL_OF_COMMAND),
    parser:
      found(/\btool_call_parser='([\w.-]{1,40})'/) ??
      placed(parserFlag(around, server)) ??
      // Images of containers take it from the environment.
      found(/\b[A-Z]{2,12}_TOOL_CALL_PARSER["']?(?: ?[=:] {0,4}|\s{0,40}value: {0,4})["']?([\w.-]{1,40})/) ??
      found(/\b(\w{2,40}?)_tool_parser\.py\b/) ??
      found(/\b(\w{2,40}?)_detector\.py\b/),
    isComplete: /\bserver_args=ServerArgs\(/.test(around),
  };
}
