import { familyOf } from '../../catalogue/index.ts';
import type { Span } from '../../text/document/index.ts';
import { type EvidenceRow, type Said, type Writer, writers } from './evidence.ts';

/** What the words around a reply name: who asks a question writes them beside it. */
export interface Named {
  readonly writer: Writer | null;
  readonly model: Said | null;
  readonly rows: readonly EvidenceRow[];
}

export const nobody: Named = { writer: null, model: null, rows: [] };

/** The servers as people write them; null for those of which Callscope knows no sign. */
const SERVERS: readonly (readonly [writer: Writer | null, name: string])[] = [
  ['ollama', 'ollama'],
  ['vllm', 'vllm'],
  ['sglang', 'sglang'],
  ['llama-cpp-python', 'llama[-_]cpp[-_]python'],
  ['llamacpp', 'llama[.-]?cpp(?![-_]python)|llama-?server'],
  ['lmstudio', 'lm[ -]?studio'],
  ['mlx', 'mlx[-_]?lm'],
  ['omlx', 'omlx'],
  ['lmdeploy', 'lmdeploy'],
  ['tabbyapi', 'tabby ?api'],
  ['koboldcpp', 'kobold ?cpp'],
  ['localai', 'localai'],
  ['litellm', 'litellm(?: proxy)?'],
  [null, '(?:docker )?model runner|rkllama|ramalama|gpustack|lemonade|llama-swap|mistral\\.rs'],
];

/** A name alone may be what the model speaks of: a model that runs on it, or what it is told to do, is a person's word. */
const patterns = SERVERS.map(([writer, name]): readonly [Writer | null, readonly RegExp[]] => [
  writer,
  [
    String.raw`\b(?:on|in|via|with|through|using|under|(?:switch|mov|chang)\w{1,3} (?:over )?to|run(?:s|ning)?(?: (?:on|in))?|server|backend|engine|provider|runtime)[:=]? {1,3}(?:the |my |latest |local ){0,2}(${name})\b`,
    // Who names a version has it: `- Ollama 0.31.1`, `**vLLM Version**: v0.11.0`, `Hi. LM Studio 0.4.18, not streaming`.
    String.raw`(?<![\w./@-])(${name})(?:[ -]server)?(?: version)?(?:\*\*)?(?::(?:\*\*)?)?[ \t]{0,2}\`?(?:v?\d{1,4}\.\d|b\d{4,5}\b)`,
    // `an Ollama back end`, `the Ollama integration`.
    String.raw`\b(?:an?|the|my|our|local|remote) (${name}) (?:back ?-?end|integration|provider|endpoint|instance|models?)\b`,
    // The same without an article, and of several: `Hi, Ollama integration in …`, `two ollama boxes`.
    String.raw`(?:^|[,.;:] ?|\b(?:both|two|three) )(${name}) (?:integration|instance|server|box|machine)(?:e?s)?\b`,
    // A part of a flow of n8n or Flowise: `Ollama Chat Model`.
    String.raw`(?<![\w./@-])(${name}) (?:chat )?(?:model )?(?:sub-?)?node\b|(?<![\w./@-])(${name}) chat model\b`,
    // `Ollama's endpoint`, `LM Studio’s OpenAI-compatible /v1/chat/completions endpoint`.
    String.raw`\b(${name})['’]s (?:[^\s.]{1,60} ){0,3}(?:endpoint|server|parser|API|response|output)\b`,
    // In brackets beside the model: `(qwen3:8b, LM Studio)`.
    String.raw`\((?:[^()\n]{1,60}[,;/] ?)?(${name})(?: v?\d[\w.]{0,12})?(?:\)|[,;/]| (?:via|through)\b)`,
    // Before the model in brackets: `LM Studio (qwen3-coder-30b mlx)`.
    String.raw`(?<![\w./@-])(${name}) \((?=[\w.:/-]{0,40}\d)[a-z][\w.:/-]{2,60}`,
    // With its model, in a list: `Ollama, llama3.1:8b`, `qwen3-8b + LM Studio`.
    String.raw`(?:^|[.!?] )(${name})(?: ?[,;/+] ?| (?:with|and|mit|und|avec|et|con|y) )(?=[\w.-]{0,30}\d)[a-z][\w.-]{2,40}|(?<![\w.-])(?=[\w.-]{0,30}\d)[a-z][\w.-]{2,40}(?::[\w.-]{1,20})? ?[,;/+@] ?(${name})(?![\w.-])`,
    // A version in words: `TabbyAPI (main of last week)`.
    String.raw`(?:^|[.!?,] )(${name}) \((?:[^()\n]{0,20}\b(?:main|master|latest|dev|nightly|git)\b|v?\d)`,
    // `the proxy of LiteLLM`, `el proxy de LiteLLM`, `LiteLLM proxy`, `LiteLLM 1.80 in front of …`.
    String.raw`\b(?:proxy|gateway) (?:(?:de|von|of|di|da) )?(${name})\b|\b(${name})[ -](?:proxy|gateway)\b|\b(${name})(?: v?\d[\w.]{0,12})? in front of\b`,
    // German, Dutch, French, Spanish, Portuguese, Italian, the languages of the north, Polish, Russian, Turkish, Japanese, Korean.
    String.raw`(?<![\w\u00c0-\u04ff])(?:mit|auf|über|unter|met|op|avec|sur|con|en|com|no|su|med|på|na|przez|через|на) (?:(?:dem|der|meinem|een|mijn|mon|le|mi|el|um|il|min|mój) )?(${name})(?![\w-])`,
    String.raw`(?<![\w.-])(${name}) ?(?:üzerinde\b|上で|で|に|を|에서|로\b|를|을)`,
    // `die Ollama-Integration`, `ein Ollama-Add-on`.
    String.raw`(?<![\w.-])(${name})-(?:integration|server|instan[zc]\w{0,2}|back-?end|add-?on)\b`,
    // Chinese.
    String.raw`(?:通过|使用|用|在) ?(${name})|(?<![\w.-])(${name}) ?(?:部署|推理|启动|加载)`,
  ].map((pattern) => new RegExp(pattern, 'im')),
]);

/** So much of the words before and after the reply is looked at. In UTF-16 units. */
const LOOKED_AT = 4000;
const MODEL = /(?<![\w/.-]|-parser[ =])[A-Za-z][\w./-]{1,80}\w(?::[\w.-]{0,30}\w)?/g;

/**
 * The server and the model that the words around a reply name. Two servers prove nothing: one of them may be the one that works.
 *
 * @param reply where the call is; null for nowhere
 */
export function namedInWords(content: string, reply: Span | null): Named {
  if (reply === null) return nobody;
  const before = Math.max(0, reply.from - LOOKED_AT);
  const words = [
    { text: content.slice(before, reply.from), at: before },
    { text: content.slice(reply.to, reply.to + LOOKED_AT), at: reply.to },
  ];
  const found = patterns.flatMap(([writer, ways]) => {
    for (const { text, at } of words)
      for (const way of ways) {
        const match = way.exec(text);
        if (match !== null)
          return [{ writer, span: { from: at + match.index, to: at + match.index + match[0].length } }];
      }
    return [];
  });
  const one = oneOf(found);
  if (one === null) return nobody;
  const { writer, span } = one;
  if (writer === null) return nobody;
  const says = `The words around the reply are \`${content.slice(span.from, span.to)}\`.`;
  return { writer, model: modelIn(words), rows: rowsOf(writer, 'named-in-words', says, span) };
}

/** The only one, or the proxy in front of the only other one: it is nearest to the person. */
function oneOf<Found extends { readonly writer: Writer | null }>(found: readonly Found[]): Found | null {
  const [one, other, third] = found;
  if (one === undefined || third !== undefined) return null;
  if (other === undefined) return one;
  return found.find(({ writer }) => writer !== null && writers[writer].kind === 'proxy') ?? null;
}

/** So long may a question be that holds no reply. In UTF-16 units. */
const LONGEST_QUESTION = 4000;
const TOOLS = /\b(?:tools?|functions?|tool_(?:calls?|choice))\b|工具|函数/i;
const TROUBLE =
  /\b(?:not|never|no|nothing|cannot|ignor\w{1,5}|fail\w{0,3}|instead|broken|wrong|malformed|bugs?|why|just|only|none|null|empty|missing|as text)\b|n['’]t\b|[?？]|没有|不/i;

/** Whether a text is a question, or a report, about calls. */
export function asksAboutTools(content: string): boolean {
  return content.length <= LONGEST_QUESTION && TOOLS.test(content) && TROUBLE.test(content);
}

/** The one server that a person names who asks about calls; null for what is no question, and for two. */
export function namedInQuestion(asked: string, reply: Span | null): Named {
  const content =
    reply === null
      ? asked
      : `${asked.slice(0, reply.from)}${' '.repeat(reply.to - reply.from)}${asked.slice(reply.to)}`;
  if (!asksAboutTools(content)) return nobody;
  const found = SERVERS.flatMap(([writer, name]) => {
    const match = new RegExp(String.raw`(?<![\w.-])(?:${name})(?![\w-]*[.:/]\w)`, 'i').exec(content);
    return match === null ? [] : [{ writer, from: match.index, to: match.index + match[0].length }];
  });
  const one = oneOf(found);
  if (one === null) return nobody;
  const { writer, ...span } = one;
  if (writer === null) return nobody;
  const says = `The text names \`${content.slice(span.from, span.to)}\`.`;
  const rows = rowsOf(writer, 'named-in-question', says, span);
  return { writer, model: modelIn([{ text: content, at: 0 }]), rows };
}

/** That the paste names a server in words. */
export function rowsOf(writer: Writer, rule: string, says: string, span: Span): readonly EvidenceRow[] {
  return [{ of: 'writer', value: writer, rule, says, span, namesServer: true }];
}

/** Names of models have a number: `llama` alone may be anything. */
function modelIn(words: readonly { readonly text: string; readonly at: number }[]): Said | null {
  for (const { text, at } of words)
    for (const { 0: name, index } of text.matchAll(MODEL))
      if (/\d/.test(name) && familyOf(name) !== null)
        return { text: name, span: { from: at + index, to: at + index + name.length } };
  return null;
}
