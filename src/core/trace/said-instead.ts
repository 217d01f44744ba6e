/** What a text without a call says in its place, and what to do about it. */
export interface SaidInstead {
  /** A sentence without its end: a place may follow. */
  readonly fact: string;
  /** A sentence. */
  readonly help: string;
  /** Where it says so. */
  readonly at: number;
  /** It is no prose, but JSON: of a kind that is known, or what may be the arguments of a call. */
  readonly json?: 'known' | 'arguments';
  /** The model says that it has no means to do what it was asked. */
  readonly isRefusal?: true;
}

/** What each says: what it looks like, and what follows. Where more than one fits, the first counts. */
interface Manner extends Omit<SaidInstead, 'at'> {
  readonly pattern: RegExp;
  /** Where it counts: only in the last paragraph, or anywhere. */
  readonly where: 'end' | 'anywhere';
  /** People report such things themselves: what they paste says nothing of a model then. */
  readonly isReported?: true;
  /** It is a question. Who says what was done, and offers more, asks for nothing that a tool needs. */
  readonly asks?: true;
}

/** What a text claims to have done, in English, German, French, Spanish, Italian, Portuguese and Chinese. */
const DONE = new RegExp(
  [
    /(?:^|[.!?:;,\n✅✓✔*_-] ?|\b(?:and|then|so|now) )I(?:[’']ve| have)? (?:just |now |already |successfully )?(?:searched|checked|created|updated|saved|ran|executed|pushed|deleted|turned|opened|closed|looked up|sent|booked|fetched|installed|edited|switched)\b(?! with\b)/,
    /\b(?:is now (?:turned |switched )?(?:on|off)|(?:has|have) (?:just |now )?been (?:(?:turned|switched) (?:on|off)|successfully (?:created|updated|saved|deleted|sent|booked|set|added|executed)))\b/,
    /\bIch habe [^.!?\n]{1,80}(?:(?:ein|aus|an|ab)geschaltet|eingestellt|angelegt|erstellt|gespeichert|gelöscht|gesendet|ausgeführt)(?![\wäöüß])/,
    /\b[Jj][’']ai (?:bien )?(?:allumé|éteint|créé|envoyé|supprimé|exécuté)|\b[Hh]e (?:encendido|apagado|creado|enviado|eliminado|ejecutado)\b|\b[Hh]o (?:acceso|spento|creato|inviato|eliminato|eseguito)\b|\b[Ee]u (?:liguei|desliguei|criei|enviei)\b/,
    /我已经?(?:成功)?(?:为您|帮您)?(?:把[^，。\n]{1,20})?(?:搜索|查询|创建|更新|保存|执行|删除|打开|关闭|发送|关掉)/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** The last question of a text. */
const LAST_QUESTION = /[^.!?。！？\n]{1,200}[?？]["'”’)*_`\s]{0,8}$/;
/** A question that only closes a conversation: it asks for nothing. */
const CLOSING =
  /\b(?:[Aa]ny|[Ss]ome)thing else(?: |\?)(?:[^?]{0,60}\b(?:I (?:can|could|may)|can I|help|assist|you(?:[’']d| would)? (?:need|like))\b|\W{0,12}$)|\bsonst noch (?:et)?was\b|\bnoch (?:et)?was (?:anderes|für (?:dich|Sie))\b|\b[Aa]utre chose\b|\b[Aa]lgo más\b|\b[Qq]ualcos[’']altro\b|\b(?:mais alguma coisa|algo mais)\b|还有(?:什么|其他)[^？?]{0,20}(?:帮|需要)/;
/** A question that offers to do more. */
const OFFER =
  /\b(?:[Ww]ould you like|[Dd]o you (?:want|need)|[Ss]hall I|[Ss]hould I|[Ww]ant me to|[Cc]an I|[Mm]ay I|[Mm]öchte(?:st du|n Sie)|[Ss]oll ich|[Vv]oulez-vous|[Vv]eux-tu|¿?[Qq]uieres que|[Vv]uoi che)\b|要不要|是否需要|需要我/;

const manners: readonly Manner[] = [
  {
    pattern:
      /(?:^|\n)[ \t]*\{\s{0,20}"\$schema"|"(?:mcpServers|mcp_servers|[pP]roviders?|model_list)"\s{0,8}:\s{0,8}[[{]/,
    fact: 'The text is the configuration of a client',
    help: 'It looks like the configuration of a client: paste the reply, or what the server answered.',
    where: 'anywhere',
    json: 'known',
  },
  {
    pattern: /^\s*\{[^]{0,200}"action"\s{0,8}:\s{0,8}"Final Answer"/,
    fact: 'The text is the final answer of an agent',
    help: 'A final answer calls no tool: name the tool in the question, or choose another model.',
    where: 'anywhere',
    json: 'known',
  },
  {
    // A name of one word may be that of a tool.
    pattern:
      /^\s*\{\s{0,20}"(?!(?:status|ok|healthy|version|object|models?|uptime)"|(?:name|tool|tool_name|function|action)"\s{0,8}:\s{0,8}"[\w.-]{1,64}")[^"\n]{1,80}"\s{0,8}:/,
    fact: 'The text is a JSON object without the name of a tool',
    help: 'These may be the arguments of a call whose name was lost: look at what the server sent.',
    where: 'anywhere',
    json: 'arguments',
  },
  {
    pattern:
      /^\s*(?:\$ ?)?(?:sudo )?(?:docker run|vllm serve|python3? -m (?:vllm|sglang)|(?:\.\/|\/)?[\w./-]{0,60}llama-server|ollama (?:run|serve))(?:\s(?:[^\n]*\\\n){0,80}[^\n]*)?\s*$/,
    fact: 'The text is the command that starts a server',
    help: 'Paste what the server answered, or its log.',
    where: 'anywhere',
  },
  {
    // English, Chinese, German, Spanish, Portuguese, French and Italian.
    pattern: new RegExp(
      [
        /\bI(?:[’']m| am) (?:unable|not able) to\b/,
        /\bI (?:currently )?(?:do not|don[’']t|cannot|can[’']t) (?:actually |currently |directly )?(?:have (?:a |any |the |access|direct|real|tools?|functions?)|access|browse|execute|run|call|use (?:a |any |the )?tools?|perform|interact|read|edit|write to|create|open|see|control|set|send|search|look up)\b/,
        /我(?:目前)?(?:无法|没有办法|不能)(?:直接)?(?:访问|调用|执行|使用|获取|查询|查看|读取|打开|操作|控制)/,
        /\bIch (?:kann|habe) (?:leider )?(?:nicht|keinen?) (?:direkt )?(?:auf|Zugriff|Werkzeug)/,
        /\b[Nn]o puedo |\b[Nn]o tengo acceso|\b[Nn]ão (?:posso|consigo|tenho acesso)|\b[Jj]e (?:ne peux pas |n[’']ai pas (?:accès|d[’']accès|la possibilité))|\b[Nn]on posso /,
      ]
        .map(({ source }) => source)
        .join('|'),
    ),
    fact: 'The text says that the model cannot do this',
    help: 'Look whether the request declares the tool, and whether the chat template shows it to the model.',
    where: 'anywhere',
    isRefusal: true,
  },
  {
    pattern: /^[ \t]{0,3}```(?:bash|sh|shell|zsh|powershell|console|cmd)[ \t]*\n/m,
    fact: 'The text shows a command for a person, and calls no tool',
    help: 'Name the tool in the prompt, or send `tool_choice: required`.',
    where: 'anywhere',
    isReported: true,
  },
  {
    pattern: /[?？]["'”’)*_`\s]{0,8}$/,
    fact: 'The text ends with a question in the place of a call',
    help: 'Answer the question, or give the values that the tool needs in the first message.',
    where: 'end',
    isReported: true,
    asks: true,
  },
  {
    pattern: /\?[ \t]*\n[^?]{0,200}\?[ \t]*\n/,
    fact: 'The text asks questions in the place of a call',
    help: 'Answer them, or give the values that the tool needs in the first message.',
    where: 'anywhere',
    isReported: true,
    asks: true,
  },
  {
    pattern:
      /(?:\b(?:I[’']ll|I will|I[’']m going to|I am going to) (?!be (?:happy|glad)|not\b|never\b|need you|assume|get started)|(?:^|[.!:\n] ?)(?:[Nn]ow )?[Ll]et me (?!know)|我(?:将|会|来)(?:先|为您|帮您|用|调用|查|看|搜)|让我(?:先|来|为您|帮您|用|调用|查|看|搜)|\bIch (?:werde|schaue|prüfe|suche|rufe) )[^\n]{3}/,
    fact: 'The text announces an action, and ends without a call',
    help: 'Let the model go on, or send `tool_choice: required`. If the reply was cut off, the finish reason says so.',
    where: 'end',
    isReported: true,
  },
  {
    pattern: DONE,
    fact: 'The text says that something was done, and holds no call',
    help: 'If no call came before it, nothing ran.',
    where: 'anywhere',
    isReported: true,
  },
];

/** What is left of a reply that is reasoning alone. */
const reasoningAlone: SaidInstead = {
  fact: 'The reply is reasoning alone, and nothing follows it',
  help: 'Raise the token limit, or turn thinking off, and send the request again.',
  at: 0,
};

/** In UTF-16 units: a longer text says more than one thing. The patterns are bounded or linear in it. */
const LONGEST = 4000;
/** Words of somebody who reports a fault, or of a log: it is not the model that speaks. */
const REPORTED =
  /\b(?:doesn[’']t|does not|didn[’']t|did not|my (?:agent|assistant|server|setup|config)|>>> )|\[(?:INFO|DEBUG|ERROR|WARN)|["}\]],?\n/i;
/** What people report about. A model may speak of it in the sentence in which it says what it does. */
const SUBJECT = /\b(?:v?\d+\.\d+\.\d+|Ollama|vLLM|llama\.cpp|LM Studio|localhost|docker)\b/i;

/** Whether a text is a report, and not what a model says in the sentence that holds `at`. */
function isReport(text: string, at: number): boolean {
  if (REPORTED.test(text)) return true;
  const from = Math.max(0, ...['. ', '! ', '\n'].map((end) => text.lastIndexOf(end, at)));
  const to = at + text.slice(at).search(/[.!?…]\s|\n|$/);
  return SUBJECT.test(text.slice(0, from)) || SUBJECT.test(text.slice(to));
}

/** The end of reasoning: what is before it is no answer. */
const THOUGHT_END = /<\/(?:think|thinking|reasoning|thought)>|\[\/THINK\]/gi;

/**
 * What a reply without a call says in place of one. Null where that is unknown, and for words that somebody else may have written.
 *
 *     I'll look that up for you.   → an action is announced
 *     I don't have access to …     → the model says that it cannot
 */
export function saidInstead(whole: string): SaidInstead | null {
  const thought = Array.from(whole.matchAll(THOUGHT_END)).at(-1);
  const begin = thought === undefined ? 0 : thought.index + thought[0].length;
  const all = whole.slice(begin).trimEnd();
  if (all.trim() === '') return thought === undefined ? null : reasoningAlone;
  if (all.length > LONGEST) return null;
  const asked = LAST_QUESTION.exec(all);
  const text = asked !== null && CLOSING.test(asked[0]) ? all.slice(0, asked.index).trimEnd() : all;
  const isOffer = asked !== null && OFFER.test(asked[0]) && DONE.test(text.slice(0, asked.index));
  const last = text.lastIndexOf('\n\n') + 1;
  for (const { pattern, where, isReported, asks, ...said } of manners) {
    if (asks === true && isOffer) continue;
    const base = where === 'end' ? last : 0;
    const found = pattern.exec(text.slice(base));
    if (found === null || (isReported === true && isReport(text, base + found.index + found[0].length - 4))) continue;
    const at = begin + base + found.index + (/^[.!:\n ]+/.exec(found[0])?.[0].length ?? 0);
    return { ...said, at };
  }
  return null;
}
