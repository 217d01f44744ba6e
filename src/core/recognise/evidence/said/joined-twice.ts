import { ownFixes } from './fixes.ts';
import { kimiIdMeant, parallelWrapper, phrasesOf, sent, type Phrase } from './phrase.ts';

/**
 * What shows that pieces were joined wrongly, what a chat template refuses, and other causes that are told exactly. These come first:
 * other sentences speak of the consequence.
 */
// Source: open-webui utils/middleware.py, and clients that append every piece of a stream; chat templates of models
export const joinedTwice: readonly Phrase[] = phrasesOf(null, [
  {
    id: 'web-page',
    pattern:
      /\b(?:JSON|pars\w{1,5}|Unexpected token|token)\b(?:[^\n<]|<(?![!h])){0,120}(?<!["'] {0,2}(?:: {0,2})?\\{0,3}["'])<(?:!DOCTYPE\b|html\b)|\binvalid character '<' looking for/i,
    isExact: true,
    ...sent(
      'A web page came in place of a response.',
      'Look at the address of the server. A proxy or a page to sign in may be in between.',
    ),
  },
  // lmstudio-bug-tracker#876: the recipient in the header of a message ends at a space; `json` and `code` are the type of what follows
  {
    id: 'harmony-space',
    pattern:
      /\bto=functions\.([\w.-]{1,60}(?: (?!(?:json|code|to=)\b)[\w.-]{1,40}){1,5}) ?(?:json|code)?<\|(?:constrain|message|channel)\|>/,
    isExact: true,
    causes: ['damaged'],
    did: null,
    says: 'The name `$1` has a space, and the header of a call of gpt-oss ends the name there.',
    fix: 'Give that tool a name without spaces, as `read_page`. The model did its part.',
  },
  {
    id: 'name-twice',
    pattern:
      /\b(?:[Tt]ool|[Ff]unction) [\x27\x22`]?([A-Za-z](?:[\w.-]{5,60}|\w{0,3}[_.-]\w{1,4}))\1[\x27\x22`]? (?:was |is )?(?:not (?:found|available|defined|registered)|does not exist)|\b(?:[Uu]n(?:supported|known|available)|[Nn]o such) (?:custom )?(?:tool|call|function)(?: call| name| available)?:? [\x27\x22`]?([A-Za-z](?:[\w.-]{5,60}|\w{0,3}[_.-]\w{1,4}))\2(?![\w.-])|\b([A-Za-z](?:[\w.-]{5,60}|\w{0,3}[_.-]\w{1,4}))\3 is not a valid tool\b|^─{2,8} [\w.-]{2,60} \| ([a-z]\w{2,30}__\w{2,30}?)\4{1,8}\w{0,40} ─/m,
    causes: ['stream', 'client'],
    did: 'calls',
    says: 'The name of the tool is there twice: the client or a proxy joined it to itself.',
    fix: 'Update the client, and any proxy in between: the model wrote the name once.',
  },
  // ai (Vercel) packages/ai/src/error NoSuchToolError, and clients that quote the name in their own words
  {
    id: 'name-markup',
    pattern:
      /\b(?:unavailable|[Uu]nknown|[Nn]o such) (?:tool|function):? (?:'[\w.-]{1,60} ?["<>][^'\n]{0,200}'|"[\w.-]{1,60} ?[<>][^"\n]{0,200}")|\b(?:[Tt]ool|[Ff]unction) (?:'[\w.-]{1,60} ?["<>][^'\n]{0,200}'|"[\w.-]{1,60} ?[<>][^"\n]{0,200}") (?:was |is |does )?not\b/,
    isExact: true,
    causes: ['unknown-tool'],
    did: 'calls',
    says: 'The name of the tool goes on with a piece of markup, so the call was damaged before it came.',
    fix: 'Repair or drop that call before it is sent back in the history, and send the request again.',
  },
  {
    id: 'name-empty',
    pattern:
      /\b(?:[Tt]ool|[Ff]unction) (?:\x27\x27|""|``|) (?:was |is )?(?:not (?:found|available|defined|registered)|does not exist)|\bunavailable tool \x27\x27/,
    causes: ['stream', 'unknown-tool'],
    did: 'calls',
    says: 'The name of the tool is empty: the model wrote none, or its piece of the stream was lost.',
    fix: 'Take that call and its result out of the history before the next request: APIs refuse an empty name.',
  },
  // The templates of models whose calls are no JSON: they go through the arguments of every call of the history
  {
    id: 'template-arguments',
    pattern: /\bInvalid tool call arguments passed: /,
    isExact: true,
    causes: ['template'],
    did: 'error',
    says: 'The history holds a call whose arguments are no JSON object, and the chat template refuses it.',
    fix: `${ownFixes.arguments} If a server made that call, update it.`,
  },
  {
    id: 'objects-twice',
    pattern: /(\{\\{0,3}"(?!name\b|tool\b|function\b)[^{}\n]{2,300}\})\1/,
    causes: ['stream'],
    did: 'calls',
    isVague: true,
    says: 'The same object is there twice in a row: pieces that repeat it were joined.',
  },
  {
    id: 'empty-object-first',
    pattern: /\{\}\{\\{0,3}"(?!name\b|tool\b|function\b)/,
    causes: ['stream'],
    did: 'calls',
    isVague: true,
    says: 'There is an empty object before the arguments: the first piece of the stream was joined to them.',
  },
  // craft-agents-oss#449, ai#1922: GPT models write the wrapper of ChatGPT's plugins, with the calls in `tool_uses`
  {
    id: 'parallel-wrapper',
    pattern:
      /\b(?:unavailable|[Uu]nknown|[Ii]nvalid|[Nn]o such|[Uu]nsupported|[Uu]ndefined|KeyError)\b[^\n]{0,30}?["'`: ](?:functions\.)?multi_tool_use[._]parallel\b|\bmulti_tool_use[._]parallel\b["'`]{0,3},? (?:(?:is|was|does)\b[^\n]{0,20}?)?\b(?:not|unavailable|unknown|invalid)\b/,
    isExact: true,
    causes: ['unknown-tool'],
    did: 'calls',
    ...parallelWrapper,
  },
  // Kimi-K2 docs/tool_call_guidance.md: the model writes the id, and who reads it takes the name out
  {
    id: 'kimi-id',
    pattern:
      /\bfunctions\.([\w-]{1,80}):\d{1,4}\b(?:(?<=\b(?:unavailable|[Uu]nknown|[Ii]nvalid|[Nn]o such|[Uu]nsupported|[Uu]ndefined|KeyError)\b[^\n]{0,30}["'`: ]functions\.[\w-]{1,80}:\d{1,4})|(?=["'`]{0,3},? (?:(?:is|was|does)\b[^\n]{0,20}?)?\b(?:not|unavailable|unknown|invalid)\b))/,
    isExact: true,
    causes: ['unknown-tool'],
    did: 'calls',
    ...kimiIdMeant('$1'),
  },
  // pydantic-ai _tool_manager.py (pydantic-ai#7572), ai (Vercel) packages/ai/src/error NoSuchToolError
  {
    id: 'no-tools-then',
    pattern:
      /\b(?:[Uu]nknown|[Uu]navailable|[Ii]nvalid|[Nn]o such) (?:tool|function)(?: name)?:? ?["'`]([\w.-]{1,80})["'`][.,;:]? ?(?:No tools (?:are )?available|[Aa]vailable (?:tools|functions)(?: are)?: ?(?:\[\]|\(?none\b|\.))/,
    isExact: true,
    causes: ['unknown-tool', 'no-tools'],
    did: 'calls',
    says: 'The model called `$1`, and the client had no tools in that turn.',
    fix: 'Switch the tools of the client on again. If they are meant to be off, take the earlier calls out of the history.',
  },
  // done-hub#58 (Go), OpenManus#1115 (Pydantic), which read what a server sent; serde_json and Jackson name the member as well
  {
    id: 'arguments-object',
    pattern:
      /\bcannot unmarshal object into Go struct field [\w.]{0,120}\barguments of type string\b|\bfunction\.arguments\b(?:['",:]|\s){1,12}(?:['"]msg['"]: ?['"])?Input should be a valid string\b[^\n]{0,400}\b(?:dict|\{)|\barguments: invalid type: map, expected a string\b|\bjava\.lang\.String` from Object value\b[^]{0,600}?\["arguments"\]/,
    isExact: true,
    ...sent(
      'The `arguments` of a call are an object, and who reads the call takes a string there.',
      'Update what made that call. Or write its arguments as JSON in a string before they are read, as OpenAI’s API does.',
    ),
  },
  // n8n#13440, #17241: the check of LangChain for the tools of n8n, with the input that it refused beside it
  {
    id: 'langchain-schema-empty',
    pattern:
      /"output": ?"\{(?:[^\n{}]{0,300}: ?\{\})?\}[^\n]{0,200}\bReceived tool input did not match expected schema\b/,
    by: ['langchain', 'proof'],
    isExact: true,
    causes: ['arguments'],
    did: 'calls',
    says: 'The client refused the arguments, which hold an empty object.',
    fix: 'Let the schema of that tool take an empty object: give the parameter a default, or make it optional. Or have the model fill it.',
  },
  // home-llm#382, and custom_components/llama_conversation, which asks for the block and reads it from the text
  {
    id: 'home-llm-refused',
    pattern: /\bTool call was not properly formatted JSON\b/,
    by: ['home-assistant', 'proof'],
    isExact: true,
    causes: ['client'],
    did: 'text',
    says: 'Local LLMs for Home Assistant reads its calls from the text, and refused this one.',
    fix: 'Compare the block with the prefix and the suffix in the settings of Local LLMs, to the last character. Then update it.',
  },
]);
