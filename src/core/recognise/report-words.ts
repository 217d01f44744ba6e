// What the words around a paste tell about who wrote them: a person who reports a failure, or the model.

/** Who is spoken of, what was done, and that it is not what was wanted: a person's report has all three. */
export const SIGNS: readonly RegExp[] = [
  /\b(?:I|my|we|our|LLMs?|models?|agent|assistant|integration|tool[_ ]?call(?:s|ing)?|provider)\b|模型|工具|客户端|助手/i,
  /\b(?:print(?:s|ed)?|outputs?|return(?:s|ed)?|respon(?:ds?|ded|se|ses)|repl(?:y|ies|ied)|emit(?:s|ted)?|(?:generate|produce)[sd]?|came (?:back|out)|writes|wrote|receive[sd]?|shows|shown|get back|getting|gives|rendered)\b|输出|返回|响应|显示|回复/i,
  /\b(?:instead|rather than|not|never|nothing|fail(?:s|ed)?|stuck|broken|wrong|issue|bug|problem|actual|struggles?|as (?:plain |raw )?text|only|just|sometimes|still|prematurely|no (?:further|longer)|(?:is|are|was|but) (?:empty|null|missing|ignored))\b|n['’]t\b|失败|没有|无法|不能|而不是|报错|错误|问题/i,
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
  /\b(?:I (?:get|got|receive|see|saw|am getting|was getting)\b|(?:responded|returned|received|answered|replied|printed|gave|generated)\b)[^\n.]{0,80}[:：][*_ \t]{0,4}$/i;
/** The same in words that a document has as well. */
export const LABEL =
  /(?:^(?:\*\*|#{1,4} )?(?:(?:raw|actual|model|LLM|full) )?(?:response|output|reply)(?:\*\*)?|\bthe (?:response|output|reply|answer) (?:is|was)\b[^\n.]{0,30})[:：][*_ \t]{0,4}$/i;

/** How a person asks others. */
const ASKS =
  /\b(?:any(?:one|body)?|some(?:one|body)) (?:ideas?|help|hints?|suggestions?|advice|pointers|thoughts|else|know|seen|had|tell|explain)\b|\bhow (?:do|can|should|could) (?:I|we) (?!help\b|assist\b)|\bis (?:this|it|that) (?:a |an )?(?:known |expected|normal|bug\b|issue\b)|\bwhat (?:is|could be|can be|might be) (?:the (?:cause|reason)|wrong)\b|\bam I (?:doing|missing|using)\b|\b(?:(?:thanks|thank you) (?:in advance|for (?:any|your|the help))|please help)\b|\bsame (?:problem|issue|thing|here|behaviou?r)\b|\bnothing happens\b|为什么|怎么(?:办|回事|解决)|请问|求助|有人|\bwas mache ich\b|\bmerci d['’]avance\b|\balguien\b/i;
/** What a form for issues has as its headings, and what people write in their place. */
const HEADINGS =
  /^(?:#{1,6} |\*\*)?(?:(?:steps )?to reproduce|(?:expected|current|actual|observed)(?: (?:behaviou?r|results?|output))?|(?:[^\w\n]{0,4})(?:describe the|what is the) (?:bug|issue)|your current environment|bug description|what happened)\W{0,4}(?:$|:)/im;

/** What only who runs a model speaks of. */
const CONTEXT: readonly RegExp[] = [
  // Models and programs.
  /\b(?:(?:my|our|this|local|meine[mnrs]?|mon|mi|el|le) (?:\w+ )?(?:mod[eè]le?|modell|modelo|LLM|agent|(?:chat)?bot|client|server|assistant|workflow|app|script|template)|the (?:model|LLM|assistant|parser|trace|UI)|LLMs?|vLLM|SGLang|Ollama|llama[-. ]?(?:cpp|server|swap)|LM ?Studio|llamafile|LiteLLM|Open ?WebUI|OpenRouter|Groq|OpenAI|LangChain|LangGraph|ChatOllama|ChatOpenAI|LlamaIndex|CrewAI|AutoGen|n8n|dify|Cline|Roo ?Code|Aider|Continue\.dev|opencode|OpenHands|Cursor|Copilot|Home ?Assistant)\b|\b(?:GPT-?\d|Qwen|QwQ|Mistral|Mixtral|Devstral|Llama ?-?\d|DeepSeek|GLM-?\d|Kimi|Gemma|Hermes-?\d|Granite|Phi-?\d|MiniMax|Nemotron|Command-? ?[RA]\b)|模型/i,
  // What a request and an answer have.
  /\b(?:tool_?calls?|tool_?choice|finish_?reason|message\.content|(?:the|in|into|inside) content(?: field)?|function[- ]call(?:s|ing)?|tool[- ](?:calls?|calling|call[- ]parser)|streaming|chat template|auto-tool-choice)\b|工具/i,
  // Flags and quantisations.
  /(?:^|\s)--\w[\w-]{2,}|\b(?:GGUF|Q\d_\w+|FP8|AWQ|GPTQ|\d{1,3}[bB])\b/,
];
/** What a person tells of a failure, and a model may tell of its tools as well. */
const TOLD: readonly RegExp[] = [
  // That it is not what was wanted.
  /\b(?:instead|nothing|never|no (?:tool|function)|empty|none|null|missing|wrong|broken|off|bug|issue|problem|fail(?:s|ed|ure)?|stops?|stuck|throws?|hangs?|dropped|skipped|verbatim|ignored?|waits?|regress\w*|leaks?|expect(?:ed)?|supposed|should|just|only|not|as (?:plain |raw )?text|although|sometimes)\b|n['’]t\b|失败|没有|无法|不能|不生效|而不是|报错|原始|\b(?:nur|kein\w*|nicht|falsch|au lieu|en lugar)\b/i,
  // What was done with it.
  /\b(?:outputs?|prints?|returns?|returned|answers?|displays?|completion|respon(?:ds?|se)|repl(?:y|ies|ied)|emit(?:s|ted)?|generat(?:es?|ed|ion)|contains?|ends? with|reads? this|comes? (?:back|out)|look(?:s|ed)? like|got|gets?|getting|gives|shows?|says|writes|raw|logs?)\b|输出|返回|响应|bekomme|renvoie|affiche|devuelve/i,
  // Versions and machines.
  /\bv?\d+\.\d+(?:\.\d+)?\b|\b(?:Ubuntu|Windows|macOS|Linux|Docker|[AHL]\d0{1,2}|RTX|b\d{4,5})\b/,
  // What one did oneself.
  /\b(?:I|we)(?:['’](?:m|ve|re))? (?:am |are |have |also |just |only )?(?:been )?(?:get|got|see|saw|use|using|used|run|running|ran|deploy\w*|start\w*|set|tried|try|trying|test\w*|upgrad\w*|expect\w*|ask\w*|have|enabled?|notic\w*)\b|\bwhen I\b|\bwhy (?:is|are|does|do|did|was|won['’]t|isn['’]t|doesn['’]t)\b|\bich\b/i,
];
const FEWEST_CUES = 3;

/** What a model says of what it does next. A person does not speak so beside what came. */
const INTENT =
  /\b(?:let me|let['’]s|I['’]ll|I (?:will|shall|need to|should|must|can|am going to|would like to|have to|want to)|I['’]m (?:going to|calling)|(?:try(?:ing)?|call(?:ing)?|run(?:ning)?|search(?:ing)?|quer(?:y|ying)) (?:(?:it|this|that|the \w+) )?again|so I (?!can|have|had|am|was|did|guess|think|assume)\w+(?<!ed)\b|retrying|corrected|to (?:answer|help|do|fulfil+) (?:this|that|your|the user)|the user|I apologi[sz]e)\b|(?:^|[.!?,] )(?:Reading|Checking|Listing|Searching|Looking|Calling|Opening|Fetching|Inspecting|Trying|Querying|Executing)\b|我(?:来|将|会|需要|先)|让我|用户/i;
/** What a document says of any model. */
const GENERAL = /\b(?:if|once|whenever) (?:the|a|your) (?:model|client|server|agent)\b/i;

/** Whether a model says what it does next. */
export function hasIntent(words: string): boolean {
  return INTENT.test(words);
}

/** Whether a line may be a person's, beside others that are. */
export function isOfReport(line: string): boolean {
  return [ASKS, HEADINGS, ...CONTEXT, ...TOLD].some((cue) => cue.test(line)) && !hasIntent(line);
}

/** Whether it is a person who speaks of a reply, and not the model that wrote it, or a document. */
export function isPersons(words: string): boolean {
  if (hasIntent(words) || GENERAL.test(words)) return false;
  if (ASKS.test(words) || HEADINGS.test(words)) return true;
  const has = (cue: RegExp): boolean => cue.test(words);
  return CONTEXT.some(has) && [...CONTEXT, ...TOLD].filter(has).length >= FEWEST_CUES;
}
