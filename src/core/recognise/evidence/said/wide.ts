import { ownFixes } from './fixes.ts';
import { phrasesOf, type Phrase } from './phrase.ts';

/**
 * What an error is about, told by its nouns: the history that the client sent, the definitions of the tools, the name of a
 * tool, its arguments, the text of a call, a piece of the stream. Programs that nobody knows here say it in words of their
 * own, which mean other things elsewhere: they are looked for in errors alone, after all other phrases. A row that names two
 * nouns comes before those that name one.
 */
// Source: errors that 90 threads of 2025 and 2026 quote; none of it is the sentence of one program
export const saidOfAnything: readonly Phrase[] = phrasesOf(
  null,
  (
    [
      [
        'wide-template',
        /\btemplate\b[^\n]{0,80}\b(?:error|fail\w{0,3}|invalid|undefined|render\w{0,3})\b|\bjinja/i,
        ['template'],
        'error',
        'The error is about the chat template.',
      ],
      [
        'wide-piece',
        /\b(?:delta|chunk|content_block)\b[^\n]{0,80}\b(?:missing|required|undefined|expected)\b|\bchoices['"]?(?:\[|\.|\/|,\s{0,16})\d|\b(?:no|missing|empty) tool call (?:id|index|name)\b|\btool ?name\b[^\n]{0,20}\b(?:null|empty|undefined)\b/i,
        ['stream', 'client'],
        'error',
        'The error is about a piece of the stream.',
      ],
      [
        'wide-support',
        /\b(?:tools?|functions?|tool[_ ](?:choice|use|call\w{0,4})|function[_ ]?call\w{0,4})\b[^\n]{0,40}\b(?:not|un|isn't |aren't ) ?(?:supported|enabled)\b|(?<!\bstream(?:ing)? (?:is )?)\b(?:not|n't|no) support\w{0,3}\b[^\n]{0,40}\b(?:tools?\b|tool[_ ]|function)|\bonly\b[^\n]{0,200}\bsupports? (?:tool|function)/i,
        ['parser-off', 'template'],
        'error',
        'The error says that tools are not supported.',
        'Choose a model or a server that takes these tools, or switch on the tool parser of the server.',
      ],
      [
        'wide-no-tools',
        /\b(?:must|should|needs? to) (?:define|declare|provide|include|pass|send)\b[^\n]{0,20}\btools?\b/i,
        ['no-tools'],
        'error',
        'The error says that the request declares no tools.',
      ],
      [
        'wide-nothing',
        /\b(?:empty|null) (?:response|reply|answer|completion)\b|\bnot return\w{0,3} (?:a |any )?(?:valid )?(?:response|reply|answer)\b|\bdoes not contain any JSON tokens\b/i,
        [],
        'nothing',
        'The client received no answer.',
      ],
      [
        'wide-reply',
        /\b(?:invalid|unexpected|malformed) (?:model |LLM )?(?:output|reply|completion)\b|\b(?:pars\w{1,5}|decode|read) (?:the |a )?(?:model|LLM)(?:'s)? (?:output|response|reply)\b/i,
        ['other-format', 'damaged'],
        'error',
        'The client could not read the reply.',
      ],
      [
        'wide-reasoning',
        /\b(?:reasoning(?:_content|_details)?|(?:redacted_)?thinking(?: blocks?)?|thought_?signatures?|reasoning' item)\b[^\n]{0,80}\b(?:missing|must|required|without|not found|expected|but found)\b|\b(?:missing|without|expected|left out)\b[^\n]{0,40}\b(?:reasoning(?:_content)?|thinking|thought_?signature)\b/i,
        ['client'],
        'error',
        'The error is about the reasoning of an earlier turn, which the client has to send back.',
        ownFixes.reasoning,
      ],
      [
        'wide-ids',
        /\b(?:tool|function)[_ ]?(?:calls?|use|result)?[`'"]?[_ ]ids?\b[^\n]{0,40}\b(?:unique|duplicated?|invalid|empty|null|must|has to|should|length)\b|\bduplicate\b[^\n]{0,30}\b(?:tool|call)[\w ]{0,12}[_ ]ids?\b|\bmust be a-z, A-Z, 0-9, with a length of 9\b/i,
        ['client'],
        'error',
        'The error is about the id of a call in the history.',
        ownFixes.ids,
      ],
      [
        'wide-pairs',
        /\b(?:tool_?use|tool_?results?|tool[_ ]calls?(?:_ids?)?|tool (?:messages?|results?|outputs?|responses?)|function[_ ]?calls?(?:_output)?|function responses?|call_ids?)\b[^\n]{0,100}\b(?:without|followed by|response messages?|did not have|mis-?match|no matching|corresponding|exceeds?|equal to|immediately|preced\w{1,5}|not found|not the same)\b|\b(?:did not find|found no|no|unexpected|missing|mis-?match|not the same number)\b[^\n]{0,40}\b(?:tool_?results?|tool_?use|tool[_ ]calls?|function[_ ]calls?|tool (?:outputs?|results?|messages?))\b[^\n]{0,60}\b(?:found|for|match\w{0,3}|between|and|in|id)\b|\brole '?tool'?[^\n]{0,40}\bresponse to\b/i,
        ['client'],
        'error',
        'The error is about a call and its result in the history, which do not belong together.',
        ownFixes.pairs,
      ],
      [
        'wide-schema',
        /\b(?:tools|functions|function_?declarations?)['"]?(?:(?:\[|\.|\/|,\s{0,16})\d|\.function\b)|\bfunction_?declaration\b|\b(?:input_?)?schema\b[^\n]{0,80}\b(?:invalid|unsupported|not (?:support|allow)|must |missing|didn't|unknown)|\b(?:invalid|unsupported|unknown)\b[^\n]{0,60}\bschema\b/i,
        ['schema'],
        'error',
        'The error is about the definition of a tool.',
        ownFixes.definition,
      ],
      [
        'wide-history',
        /\b(?:messages?|input|contents)['"]?(?:\[|\.|\/| -> |,\s{0,16})\d|\bvalidation errors? for \w{0,30}Message\b|\bunknown variant ['"`](?:system|developer|tool)\b|\bmessages: \w|\bunexpected role\b|\broles?\b[^\n]{0,60}\b(?:must|after|alternate|expected)\b|\b(?:did not find|found no)\b[^\n]{0,40}\btool_?(?:result|use)|\b(?:tool_call_ids?|tool_use_id|tool_calls|tool_results?|tool_use|function_call_output|reasoning_content|(?:assistant|tool|system) messages?)\b[^\n]{0,120}\b(?:must|missing|required|expected|without|not|invalid|empty|duplicate|unexpected)\b/i,
        ['client'],
        'error',
        'The error is about a message that the client sends.',
        ownFixes.message,
      ],
      [
        'wide-none',
        /\bno (?:tool|function)[ _]calls? (?:(?:was|were) )?(?:found|returned|present|detected|made|generated|in the response)\b|\b(?:did not|didn't) (?:call|use|return|make) (?:any |a )?(?:tool|function)|\bgot (?:0|no|zero) (?:tool|function) calls?\b/i,
        ['parser-off', 'other-format'],
        'answer',
        'The client wants a call, and found none in the reply.',
      ],
      [
        'wide-unknown',
        /\b(?:unknown|unavailable|unregistered|unrecognized|no such|nonexistent) (?:tool|function)\b|\b(?:tool|function)\b[^\n]{0,80}\b(?:not (?:be )?(?:found|available|registered|defined|exist)|doesn't exist)\b/i,
        ['unknown-tool'],
        'calls',
        'The error is about a tool that nobody has.',
      ],
      [
        'wide-call',
        /\b(?:pars\w{1,5}|decode|malformed|unparse?able)\b[^\n]{0,60}\b(?:tool|function)[_ ]?calls?\b(?! arg)|\b(?:tool|function)[_ ]?calls?\b[^\n]{0,60}\b(?:malformed|unparse?able|parse|parsed)\b|\bin parse_(?:tool_calls?|response)\b/i,
        ['damaged', 'other-format'],
        'error',
        'The error is about a call that could not be read.',
      ],
      [
        'wide-arguments',
        /\b(?:tool|function)\b[^\n]{0,120}\b(?:arguments?|args|param(?:eter)?s?|input|schema)\b[^\n]{0,80}\b(?:invalid|not|required|missing|malformed|must|fail\w{0,3}|pars\w{1,5}|JSON)\b|\b(?:invalid|malformed|missing|pars\w{1,5}|validat\w{1,5})\b[^\n]{0,60}\b(?:tool|function)\b[^\n]{0,20}\b(?:arguments?|args|param(?:eter)?s?|input)\b|\bvalidation errors? for (?:[a-z\d]{1,30}_\w{1,60}\n|\w{0,30}(?:Tool|Function)(?:Selection|Call|Input|Args)\w{0,20}\s)|\b(?:tool|function)\b[^\n]{0,80}\b(?:invalid|malformed|missing) (?:JSON )?(?:arguments?|args|parameters?)\b/i,
        ['arguments'],
        'calls',
        'The error is about the arguments of a call.',
      ],
      [
        'wide-json',
        /\bparse error at line \d|\bsyntax error while parsing\b|\bUnexpected (?:token|end of JSON|non-whitespace character)\b|\bJSONDecodeError\b|\b(?:not|no|invalid) (?:valid )?JSON\b/i,
        [],
        'error',
        'The error is about JSON that could not be read.',
      ],
      [
        'wide-end',
        /\b(?:[mM]issing|without|[nN]o|never|unknown|null|None)\b[^\n]{0,40}\bfinish[_ ]?[rR]eason\b|\bfinish[_ ]?[rR]eason\b[^\n]{0,40}\b(?:missing|null|None|not|never|unknown|error|length)\b|\bstream\b[^\n]{0,60}\b(?:ended|closed|interrupted|incomplete|terminated|disconnected|cut)\b|\b(?:truncated|cut off|prematurely|without sending any chunks)\b/,
        ['cut', 'stream'],
        'error',
        'The error is about the end of the stream.',
      ],
    ] as const
  ).map(([id, pattern, causes, did, says, fix]) => ({ id, pattern, causes, did, says, fix })),
);
