import { type EngineId, formatList } from '../formats/index.ts';

/** A family of models, and how it was trained to write calls. */
export interface ModelFamily {
  /** As its makers call it. */
  readonly name: string;
  /** Fits the last part of a model's name in small letters, such as `qwen3-coder-30b-a3b-instruct-fp8` or `glm4:9b`. */
  readonly pattern: RegExp;
  /** Ids of formats, its own first, then those that it writes as well. */
  readonly formats: readonly string[];
  /** Under which flag an engine reads it, where that is not the engine's first flag for the format. */
  readonly flags?: Partial<Readonly<Record<EngineId, string>>>;
  /** Which spelling of its own format it writes, from 0, where the format has several; absent where nobody says. */
  readonly spelling?: number;
  /** The format into which it falls, also where the prompt shows its own: no other prompt mends that. Absent for most. */
  readonly strays?: string;
}

/** After a name, what does not go on with it: `glm-4` is not `glm-4.5`. */
const END = String.raw`(?![\d.]*\d)`;

function family(
  name: string,
  pattern: string,
  formats: readonly string[],
  flags?: ModelFamily['flags'],
  spelling?: number,
): ModelFamily {
  const own = { ...(flags === undefined ? {} : { flags }), ...(spelling === undefined ? {} : { spelling }) };
  return { name, pattern: new RegExp(pattern), formats, ...own };
}

/**
 * THE list of families, the first that fits counts. Sources: the model cards and chat templates that the files of `formats/`
 * name, and the list of parsers by model in the documentation of vLLM 0.31 ("Tool calling"). A family is left out where its
 * makers train no form of their own: then nothing can be said about the format that it should have written.
 *
 * @internal A test holds every family to formats that exist, and to names of models.
 */
export const modelFamilies: readonly ModelFamily[] = [
  // Fine-tunes carry the name of what they were made from: they come first.
  family('FunctionGemma', 'functiongemma', ['functiongemma']),
  family('Functionary 3.1', 'functionary.*3[._]1', ['llama3-function-tag']),
  family('Functionary 3.2', 'functionary', ['functionary-v3.2', 'llama3-function-tag']),
  family('FireFunction', 'firefunction', ['functools']),
  // Modelfiles of Hermes, Qwen2.5, Granite 4 and Llama 3 name no parser: Ollama takes the tag of their template.
  family('Hermes', String.raw`hermes-?[\d]|nous-?hermes|hermes-pro|deephermes`, ['hermes'], {
    ollama: 'generic:tool_call',
  }),
  family('Groq tool use', 'groq-tool-use', ['hermes']),
  family('xLAM', 'xlam|hammer|bitagent', ['xlam', 'raw-json']),
  family('ToolACE', 'toolace|watt-tool', ['pythonic']),
  family('Cogito 2', 'cogito-v2', ['deepseek-v3']),
  family('Cogito', 'cogito', ['hermes']),
  family('DeepSeek R1 distilled', 'deepseek-r1-distill|deepseek-r1:(?:1\\.5|7|8|14|32|70)b', []),
  family('Nemotron 3', String.raw`nemotron-?3(?:\.5)?-|nemotron-3`, ['qwen3-coder-xml']),
  family('Nemotron', 'nemotron', ['nemotron-toolcall']),
  // Qwen
  family('Qwen3-Coder', 'qwen-?3-coder', ['qwen3-coder-xml']),
  family('Qwen 3.5', String.raw`qwen-?3\.[5-9]`, ['qwen3-coder-xml']),
  family('Qwen3-Next', 'qwen-?3-next', ['hermes', 'qwen3-coder-xml']),
  // Asked for Hermes with examples, it wrote fences and bare JSON alone: vllm#32926.
  {
    ...family('Qwen2.5-Coder', String.raw`qwen-?2\.5-?coder`, ['hermes'], { ollama: 'generic:tool_call' }),
    strays: 'raw-json',
  },
  family('Qwen2.5', String.raw`qwen-?2\.5|qwq|qvq`, ['hermes'], { ollama: 'generic:tool_call' }),
  family('Qwen3', 'qwen-?3', ['hermes']),
  family('Qwen2', 'qwen-?2|qwen-?vl', ['hermes', 'qwen-agent-legacy']),
  // DeepSeek
  family('DeepSeek V4', String.raw`deepseek-?v4`, ['deepseek-dsml'], { vllm: 'deepseek_v4', sglang: 'deepseekv4' }, 0),
  family('DeepSeek V3.1', String.raw`deepseek-?v3\.1|deepseek-?v3\.2-exp`, ['deepseek-v3.1']),
  family('DeepSeek V3.2', String.raw`deepseek-?v3\.2`, ['deepseek-dsml'], undefined, 1),
  family('DeepSeek V3 and R1', String.raw`deepseek-?(?:v3|r1)`, ['deepseek-v3']),
  // Kimi, GLM, MiniMax
  family('Kimi K3', 'kimi-?k3', ['kimi-k3']),
  family('Kimi K2', 'kimi-?(?:k2|linear)', ['kimi-k2']),
  family('GLM-4.7 and later', String.raw`glm-?(?:4\.[7-9]|[5-9])`, ['glm-4.5'], { vllm: 'glm47', sglang: 'glm47' }, 1),
  family('GLM-4.5', String.raw`glm-?4\.[56]|glm-ocr`, ['glm-4.5'], { vllm: 'glm45', sglang: 'glm45' }, 0),
  family('GLM-4', `glm-?4${END}|chatglm-?3`, ['glm-4-legacy']),
  family('Laguna', 'laguna|poolside', ['glm-4.5'], { vllm: 'poolside_v1', sglang: 'poolside_v1' }),
  family('Ling 3', 'ling-?3', ['glm-4.5'], { vllm: 'ling3', sglang: 'ling3' }),
  family('MiniMax M3', 'minimax-?m3', ['minimax-m3']),
  family('MiniMax M2', 'minimax-?m2', ['minimax-m2']),
  family('MiniMax M1', 'minimax-?(?:m1|text)', ['minimax-m1']),
  // OpenAI, Google, Meta, Mistral, Cohere, IBM, Microsoft
  family('gpt-oss', 'gpt-?oss', ['harmony']),
  family('Gemma 4', 'gemma-?4', ['gemma4']),
  family('Gemma', 'gemma', ['tool-code-fence', 'raw-json', 'pythonic']),
  family('Llama 4', 'llama-?4', ['pythonic', 'llama3-json'], { vllm: 'llama4_pythonic' }),
  family('Llama 3.2', String.raw`llama-?3\.2`, ['llama3-json', 'pythonic'], { ollama: 'generic:brace' }),
  family('Llama 3.1 and 3.3', String.raw`llama-?3[._-][13]`, ['llama3-json', 'llama3-function-tag', 'llama3-builtin'], {
    ollama: 'generic:brace',
  }),
  family('Mistral', 'devstral|ministral|magistral|mistral-(?:small-?3[._]2|medium|large-(?:3|2512))', [
    'mistral-v11',
    'mistral',
  ]),
  family('Mistral', 'mistral|mixtral|codestral', ['mistral', 'mistral-v11']),
  family('Command R', String.raw`command-r(?!7b)`, ['command-r-legacy', 'command-r']),
  family('Command A', 'command-|c4ai|north', ['command-r']),
  family('Granite 20B', 'granite-20b', ['granite-20b-fc']),
  family('Granite 4', 'granite-?4', ['hermes'], { vllm: 'granite4', ollama: 'generic:tool_call' }),
  family('Granite 3', 'granite-?3', ['granite-3', 'granite-pythonic']),
  family('Phi-4-mini', 'phi-?4-mini', ['phi-4-mini', 'functools']),
  // Others, by name
  family('Apertus', 'apertus', ['apertus']),
  family('Apriel', 'apriel', ['jamba']),
  family('Arch', 'arch-(?:function|agent)', ['hermes']),
  family('CWM', 'cwm', ['cwm']),
  family('dots', String.raw`dots[.-]`, ['dots']),
  family('ERNIE 4.5', String.raw`ernie-?4\.5`, ['hermes'], { vllm: 'ernie45' }),
  family('EXAONE 2', 'k-exaone-2', ['qwen3-coder-xml']),
  family('EXAONE', 'exaone', ['hermes']),
  family('Falcon', 'falcon-?(?:3|h1)', ['hermes']),
  family('GigaChat 3.5', String.raw`gigachat-?3\.5`, ['gigachat3.5-gcml']),
  family('GigaChat 3', 'gigachat', ['gigachat3']),
  family('Hunyuan A13B', 'hunyuan-?a13b', ['jamba'], { vllm: 'hunyuan_a13b' }),
  family('Hunyuan', 'hunyuan|hy-?v?[34]', ['hunyuan-hy3']),
  family('HyperCLOVA X', 'hyperclovax.*14b', ['hyperclovax-14b']),
  family('HyperCLOVA X Think', 'hyperclovax', ['glm-4.5']),
  family('Inkling', 'inkling', ['inkling']),
  family('Intern-S2', 'intern-?s2', ['qwen3-coder-xml']),
  family('InternLM', 'internlm|intern-?s1', ['internlm2']),
  family('Jamba', 'jamba', ['jamba']),
  family('K2 Horizon', 'k2-(?:horizon|v3)', ['k2-horizon']),
  family('LFM2', 'lfm-?2', ['lfm2']),
  family('LongCat', 'longcat', ['longcat']),
  family('MiMo-V2', 'mimo-?v2', ['qwen3-coder-xml'], { vllm: 'mimo', sglang: 'mimo' }, 1),
  family('MiMo', 'mimo', ['hermes']),
  family('MiniCPM5', 'minicpm-?5', ['minicpm5-xml']),
  family('MiniCPM', 'minicpm-?[34]', ['minicpm3', 'minicpm5-xml']),
  family('MiroThinker', 'mirothinker', ['mcp-xml']),
  family('Muse Glimmer', 'muse-?glimmer', ['muse-glimmer']),
  family('OLMo 3', 'olmo-?3', ['olmo3']),
  family('openPangu', 'pangu', ['pangu']),
  family('PLaMo 3', 'plamo-?3', ['plamo3']),
  family('RWKV', 'rwkv', ['rwkv']),
  family('Sarashina', 'sarashina', ['sarashina']),
  family('Seed-OSS', 'seed-?(?:oss|coder)', ['seed-oss']),
  family('SmolLM3', 'smollm-?3', ['hermes', 'code-tag']),
  family('Solar Open 2', 'solar-?open-?2', ['solar-open2']),
  family('Solar Open', 'solar-?open', ['solar-open']),
  family('Spark', String.raw`spark-?(?:2\.5|3)`, ['glm-4.5'], { sglang: 'spark25' }),
  family('Step-3.5', String.raw`step-?3\.[5-9]`, ['qwen3-coder-xml'], { vllm: 'step3p5', sglang: 'step3p5' }),
  family('Step-3', 'step-?3', ['step3']),
  family('Trinity', 'trinity', ['hermes'], { sglang: 'trinity' }),
  family('UI-TARS', 'ui-tars', ['qwen3-coder-xml']),
];

/** The family of a model by its name, as servers, Ollama and Hugging Face have it; null for one that is not in the list. */
export function familyOf(model: string): ModelFamily | null {
  const path = model.toLowerCase().slice(0, 300).split('/');
  // Hugging Face and Ollama: `owner/name`. Of a path on disk, the folder may have the name.
  for (const part of path.toReversed()) {
    const found = modelFamilies.find(({ pattern }) => pattern.test(part.replaceAll(/[_ ]/g, '-')));
    if (found !== undefined) return found;
  }
  return null;
}

/** The formats that an engine's parser of this name reads; none for one that is not known. */
export function formatsOfParser(engine: EngineId, parser: string): readonly string[] {
  return formatList.filter(({ readers }) => readers[engine]?.includes(parser) === true).map(({ id }) => id);
}

/** Whether a flag of an engine is for the models of one family alone, by its name. */
export function isOfOtherFamily(engine: EngineId, parser: string): boolean {
  return modelFamilies.some(({ flags }) => flags?.[engine] === parser);
}

/** Under which flag an engine reads a format, as a model of this family needs it; null where it has none. */
export function parserFor(engine: EngineId, format: string, model: ModelFamily | null): string | null {
  const own = model?.formats.includes(format) === true ? model.flags?.[engine] : undefined;
  return own ?? formatList.find(({ id }) => id === format)?.readers[engine]?.[0] ?? null;
}
