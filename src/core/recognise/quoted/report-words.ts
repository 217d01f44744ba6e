// What the words around a paste tell about who wrote them: a person who reports a failure, or the model.

/** Who is spoken of, what was done, and that it is not what was wanted: a person's report has all three. */
export const SIGNS: readonly RegExp[] = [
  /\b(?:I|my|we|our|LLMs?|models?|agent|assistant|integration|tool[_ ]?call(?:s|ing)?|provider)\b|模型|工具|客户端|助手/i,
  /\b(?:print(?:s|ed)?|outputs?|return(?:s|ed)?|respon(?:ds?|ded|se|ses)|repl(?:y|ies|ied)|emit(?:s|ted)?|(?:generate|produce)[sd]?|came (?:back|out)|writes|wrote|receive[sd]?|shows|shown|I (?:get|got|see)|get back|getting|gives|rendered)\b|输出|返回|响应|显示|回复/i,
  /\b(?:instead|rather than|not|never|nothing|fail(?:s|ed)?|stuck|broken|wrong|issue|bug|problem|actual|struggles?|as (?:plain |raw )?text|only|just|sometimes|still|prematurely|no (?:further|longer|(?:(?:tool|function)s?|(?:tool |function )?calls?) (?:is|are|was|were|gets?) (?:run|called|executed|used|made|parsed|found|returned))|(?:is|are|was|but) (?:empty|null|missing|ignored))\b|n['’]t\b|失败|没有|无法|不能|而不是|报错|错误|问题/i,
];

/** Whether words have all the signs. */
export function isReport(words: string): boolean {
  return SIGNS.every((sign) => sign.test(words));
}

/** Whether words are somebody's own: what went wrong, and with whom. */
export function isOwn(words: string): boolean {
  return SIGNS[2]?.test(words) === true && /\b(?:I|my)\b|我|工具/.test(words);
}

/** The line above a block that says that what is in it came: `This is the response I get back from the coordinator:`. */
export const CAME =
  /\b(?:I (?:get|got|receive|see|saw|am getting|was getting)\b|(?:responded|returned|received|answered|replied|printed|gave|generated)\b)[^\n.]{0,80}[:：]?[*_ \t]{0,4}$/i;

/** The same in words that a document has as well, if not for an example. */
export const GIVEN =
  /^(?!.*\b(?:example|expect|should|would|will|want|format|looks? like))[^.]{0,90}\b(?:output|response|reply|answer|result|log|error|traceback|completion).{0,60}[:：][*_ \t]*$/i;

/** Above what did not come. */
export const WISHED =
  /^(?!.*\b(?:got|but|get|see|instead)\b).*(?:\b(?:expect|should|want|wish|correct|desired|supposed|(?:does|do|gets?|doing) (?:it|this|that) (?:right|well|fine)|works? (?:fine|well|as it))|期望|预期)/i;

/** Any of some words and phrases: `_` is a blank, a hyphen or `_`, and `*` any ending. Chinese has no ends of words. */
function anyOf(list: string, chinese = ''): RegExp {
  const ways = list
    .trim()
    .split(/\s+/)
    .join('|')
    .replaceAll('_', '[-_ ]')
    .replaceAll('*', String.raw`\w*`)
    .replaceAll("'", "['’]");
  return new RegExp(String.raw`\b(?:${ways})\b${chinese}`, 'i');
}

/** How a person asks others. */
const ASKS = anyOf(
  `
  any(one|body)?_(idea|help|hint|suggestion|advice|pointer|thought|else|know|seen|had|tell|explain)s?
  some(one|body)_(else|know|seen|had|tell|explain)s? how_(do|can|should|could)_(I|we)_(?!help|assist)\\w+
  is_(this|it|that)_(an?_)?(known|expected|normal|bug|issue) what_(is|could_be|can_be|might_be)_(the_(cause|reason)|wrong)
  am_I_(doing|missing|using) (thanks|thank_you)_(in_advance|for_(any|your|the_help)) please_help nothing_happens
  (model|parser|client|server|template)('s)?_(fault|bug|problem|issue) I_keep_(seeing|getting)
  same_(problem|issue|thing|here|behaviou?r) was_mache_ich merci_d'avance alguien
  `,
  '|为什么|怎么(?:办|回事|解决)|请问|求助|有人',
);
/** What a form for issues has as its headings, and what people write in their place. */
const HEADINGS =
  /^(?:#{1,6} |\*\*)?[^\w\n]{0,4}(?:(?:steps )?to reproduce|(?:expected|current|actual|observed)(?: (?:behaviou?r|results?|output))?|(?:describe the|what is the) (?:bug|issue)|your current environment|bug description|what happened)\W{0,4}(?:$|:)/im;

/** What only who runs a model speaks of. */
const CONTEXT: readonly RegExp[] = [
  // Models and programs.
  anyOf(
    `
    (my|our|this|local|mein|meine[mnrs]?|mon|mi|el|le)_(\\w+_)?(mod[eè]le?|modell|modelo|LLM|agent|(chat)?bot|client|server|assistant|workflow|app|script|template)
    the_(model|LLM|assistant|parser|trace|UI) the_(agent|chat)_(panel|window|pane|view|box|history|output|log)
    I_(asked|told|prompted)_(it|him|her|the_\\w+)_(to|for|about) LLMs? vLLM SGLang Ollama llama(_|\\.)?(cpp|server|swap) LM_?Studio llamafile LiteLLM
    Open_?WebUI LibreChat Flowise Langflow AnythingLLM LobeChat OpenRouter Groq OpenAI LangChain LangGraph ChatOllama ChatOpenAI LlamaIndex CrewAI AutoGen n8n dify Cline
    Roo_?Code Aider Continue\\.dev opencode OpenHands Cursor Copilot Home_?Assistant
    GPT_?\\d* Qwen* QwQ Mistral* Mixtral Devstral Llama_?\\d* DeepSeek GLM_?\\d* Kimi Gemma* Hermes_?\\d* Granite* Phi_?\\d* MiniMax
    Nemotron Command_?[RA]
    `,
    '|模型',
  ),
  // What a request and an answer have.
  anyOf(
    `
    tool_?calls? tool_choice finish_reason message\\.content (the|in|into|inside)_content function_call(s|ing)? tool_calling
    tool_call_parser streaming chat_template auto_tool_choice
    `,
    '|工具',
  ),
  // Flags and quantisations.
  /(?:^|\s)--\w[\w-]{2,}|\b(?:GGUF|Q\d_\w+|FP8|AWQ|GPTQ|\d{1,3}[bB])\b/,
];
/** What a person tells of a failure, and a model may tell of its tools as well. */
const TOLD: readonly RegExp[] = [
  // That it is not what was wanted.
  anyOf(
    `
    instead nothing never (no|zero|0)_(tool|function)* empty none null missing wrong broken off bug issue problem fail(s|ed|ure)? stops? stuck
    throws? hangs? dropped skipped verbatim ignored? waits? regress* leaks? expect(ed)? supposed should just only not
    as_(plain_|raw_)?text although sometimes \\w+n't nur kein* nicht falsch au_lieu en_lugar
    `,
    '|失败|没有|无法|不能|不生效|而不是|报错|原始',
  ),
  // What was done with it.
  anyOf(
    `
    outputs? prints? streamed returns? returned answers? displays? completion respon(ds?|se) repl(y|ies|ied) emit(s|ted)? generat(es?|ed|ion)
    contains? ends?_with reads_this c[oa]mes?_(back|out) look(s|ed)?_like got gets? getting gives shows? says writes raw logs? bekomme
    renvoie affiche devuelve
    `,
    '|输出|返回|响应',
  ),
  // Versions and machines.
  /\bv?\d+\.\d+(?:\.\d+)?\b|\b(?:Ubuntu|Windows|macOS|Linux|Docker|[AHL]\d0{1,2}|RTX|b\d{4,5})\b/,
  // What one did oneself.
  anyOf(`
    (I|we)('m|'ve|'re)?_((am|are|have|also|just|only|been)_){0,3}(get|got|see|saw|use|used|using|run|ran|running|deploy*|start*|set|tried|try|trying|test*|upgrad*|expect*|ask*|have|enabled?|notic*)
    when_I why_(is|are|does|do|did|was|won't|isn't|doesn't) ich
  `),
];
const FEWEST_CUES = 3;

/** What a model says of what it does next. A person does not speak so beside what came. */
const INTENT = anyOf(
  `
  let_me_(?!know) let's I'll I_(will|shall|need_to|should|must|am_going_to|would_like_to|have_to) I'm_(going_to|calling)
  I_can_(?!\\w*ly|reproduce|confirm|see|get|share|provide) I_want_to_(?!use|run|know|understand|report|get)
  (try|call|run|search|quer)(ing|y|ying)?_((it|this|that|the_\\w+)_)?again retrying corrected
  the_user_(is|has|said|want|ask|need|request)* I_apologi[sz]e
  so_I_(?!can|have|had|am|was|did|guess|think|assume)\\w+(?<!ed) to_(answer|help|do|fulfil+)_(this|that|your|the_user)
  `,
  '|(?:^|[.!?,] )(?:Reading|Checking|Listing|Searching|Looking|Calling|Opening|Fetching|Inspecting|Trying|Querying|Executing)\\b|我(?:来|将|会|需要|先)|让我|用户',
);
/** What a document says of any model, and what a model says of any call. */
const GENERAL = anyOf('(if|once|whenever)_(the|an?|your)_(model|client|server|agent)');
const FORM =
  /\b(?:an?|any|each|every) (?:(?:tool|function)[ _-])?(?:call|invocation)\b[^\n.:]{0,40}\b(?:looks? like|is written)/i;
const NOT_MADE =
  /\bI (?:did not|didn['’]t|have not|haven['’]t|am not) (?:actually )?(?:run|running|execut\w+|call\w*|invok\w+)\b|\b(?:syntax|format|illustration) only\b|\bonly an? (?:example|illustration)\b|\bnot an? (?:actual|real) (?:(?:tool|function) )?call\b|\b(?:tag|marker|element|attribute)s? (?:opens|closes|carries|holds|wraps|names)\b/i;

/** Whether a model says what it does next. */
export function hasIntent(words: string): boolean {
  return INTENT.test(words);
}

/** Whether words name a model, a program that runs one, or a part of an answer. */
export function speaksOfModels(words: string): boolean {
  return CONTEXT.some((cue) => cue.test(words));
}

/** Whether a line may be a person's, beside others that are. */
export function isOfReport(line: string): boolean {
  return [ASKS, HEADINGS, ...CONTEXT, ...TOLD].some((cue) => cue.test(line)) && !hasIntent(line);
}

/** A program that runs a model with its version, or a model as Ollama names it. */
const RUNS = String.raw`(?:(?:Ollama|vLLM|SGLang|llama[-. ]?cpp|llama-?server|LM ?Studio|LocalAI|Open ?WebUI|KoboldCpp|LiteLLM|oMLX)\b|Home ?Assistant (?=v?\d)|[a-z][\w.-]{1,40}:(?=[\w.-]{0,20}\d)[\w.-]{1,20})`;
/** A line that tells with what it was: `Ollama, llama3.1:8b`, `model is gemma3:12b in Ollama`, `I use qwen3:8b`. */
const NOTE = new RegExp(
  String.raw`^[ \t(*_-]{0,4}(?:(?:${RUNS})(?: v?\d[\w.]{0,12})?[ \t]{0,2}(?:[,;/+()]|$)|(?=[^\n]{0,160}(?:${RUNS}))(?:(?:the |my |our |das |mein |le |mon |el |mi )?(?:model|server|setup|back-?end|modell|mod[eè]le|modelo)\b|(?:I|we)(?:['’]m| am| are)? (?:us|run)|(?:using|running|with|this is|it is|it['’]s|ich (?:benutze|nutze|nehme)|j['’]utilise|uso)\b))[^{}<>[\]]{0,160}$`,
  'i',
);

/** Whether a line around a reply is surely a person's, also beside a reply in words: a question to others, or a note of what they run. */
export function isAside(line: string): boolean {
  return line.length < 240 && (NOTE.test(line) || ASKS.test(line)) && !hasIntent(line);
}

/** A name alone on its line, as chats show it above what somebody said: `Home Assistant`, `llama3.1:8b`. */
const NAME =
  /^[ \t]{0,3}(?!(?:sure|okay|ok|yes|no|done|certainly|hello|hi|hey|ja|nein|gern|thanks)\b)(?:[\p{Lu}][\p{L}\p{M}\d.'-]{1,30}(?: (?:[\p{Lu}\d][\p{L}\p{M}\d.'-]{0,30}|assistant|assistent|assistente|agent|bot)){0,2}|[a-z][\w./-]{1,40}:[\w.-]{1,20})(?<![.'-])[ \t]*$/u;
/** The time below it. */
const TIME = /^[ \t]{0,3}(?:\p{L}{4,10},? (?:at |um )?)?\d{1,2}[:.]\d\d(?: ?[AP]M)?[ \t]*$/iu;

/** The line of the name of who said what begins at a line; -1 for none. */
export function speakerAbove(lines: readonly string[], begin: number): number {
  const at = lines.findLastIndex((line, index) => index < begin && line.trim() !== '' && !TIME.test(line));
  return at >= 0 && NAME.test(lines[at] ?? '') ? at : -1;
}

/** Whether it is a person who speaks of a reply, and not the model that wrote it, or a document. */
export function isPersons(words: string): boolean {
  if (hasIntent(words) || GENERAL.test(words) || (FORM.test(words) && NOT_MADE.test(words))) return false;
  if (ASKS.test(words) || HEADINGS.test(words)) return true;
  return speaksOfModels(words) && [...CONTEXT, ...TOLD].filter((cue) => cue.test(words)).length >= FEWEST_CUES;
}
