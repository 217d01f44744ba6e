import { saidOfAccount } from './account.ts';
import { ownFixes } from './fixes.ts';
import { phrasesOf, type Phrase } from './phrase.ts';

/** What is wrong with it: the words that errors have in common. */
const FAULT = String.raw`\b(?:invalid|missing|requires?|required|must|mis-?match\w*|unexpected|unsupported|unrecogni[sz]ed|not|cannot|without|expect(?:s|ed)|fail\w*|malformed|empty|duplicate\w*|unique|unknown|exceed\w*|too (?:many|long|short)|at (?:least|most)|max\w*|null|undefined|extra|forbidden|refus\w*|reject\w*|deserializ\w*|unable|blank)\b|n't\b`;

/** The same for what code and logs name as well. */
const REFUSED = String.raw`\b(?:missing|requires?|required|must|unexpected|cannot|without|expected|malformed|empty|duplicate\w*|forbidden|not (?:allowed|permitted|valid|be|found))\b`;

/** A line that names all of these, in any order. Linear. */
function line(...words: readonly string[]): RegExp {
  return new RegExp(`^${words.map((one) => `(?=[^\\n]{0,800}?(?:${one}))`).join('')}`, 'im');
}

/** A status of HTTP, after the word that says that it is one. */
function status(codes: string): string {
  return String.raw`\b(?:status|code|error|HTTP)\b\D{0,10}(?:${codes})\b`;
}

/** What comes before the number of an item: `messages[3]`, `tools.2`, `#/tools/4`, `["messages", 5`. */
const ITEM = String.raw`(?:['"]?(?:\[|\.|\/| -> )|['"],\s{0,16})\d`;

const CALL = String.raw`\b(?:tool[_ ]?uses?|tool[_ ]calls?|function[_ ]?calls?|toolUse|call_ids?|tool_(?:call|use)_ids?)\b`;
const RESULT = String.raw`\b(?:tool_?results?|ToolMessages?|tool (?:messages?|results?|outputs?|responses?)|function(?: call|_call)?[_ ](?:outputs?|responses?)|role '?tool'?|calls? and (?:results?|responses?|outputs?))\b`;
const DEFINITION = String.raw`\b(?:tools|functions|function_?declarations?)(?:${ITEM}|\.function\b)|\bfunction_?declarations?\b|(?<!parameter: )['\"\`]tools['\"\`]|['\"\`]strict['\"\`]|\btool(?:Spec|Config)\b|\bschemas?\b|\bgrammar\b|\bcompile_grammar\b|\btype'? of (?:a |the )?tools?\b|\btool (?:types?|definitions?|descriptions?)\b|\b(?:max(?!_?tokens)\w*|too many|at most|up to|limit\w*)\b[^\n]{0,40}\btools\b|\btools\b[^\n]{0,40}\b(?:max(?!_?tokens)\w*|limit\w*)\b`;
/** Where it is in the history: that needs no other word. */
const PLACE = String.raw`\b(?:messages?|input|contents)${ITEM}|\bmessage at index\b|\bmessages: \w|\bvalidation errors? for \w{0,30}Message\b|\d\.\w{2,40}(?:Param|Message)\.\w|\bfunction (?:call|response) turn\b|\bInvalid value for 'content'|\bExpected last role\b`;
const HISTORY = String.raw`\b(?:user|assistant|tool|system) messages?\b|\broles?\b(?=[^\n]{0,80}\b(?:user|assistant|tool|system|alternate|message))|\b(?:unexpected|unknown variant) ['"\`]?(?:role|system|developer|tool)\b|\b(?:chat|message|conversation) history\b|\btool_calls\b|\breasoning_content\b`;
const REASONING = String.raw`\b(?:reasoning_(?:content|details)|redacted_thinking|thought_?signatures?|thinking blocks?)\b|['\`](?:thinking|reasoning)['\`]`;

/**
 * What an error is about, told by its nouns: the history that the client sent, the definitions of the tools, the name of a
 * tool, its arguments, the text of a call, a piece of the stream. Programs that nobody knows here say it in words of their
 * own, which mean other things elsewhere: they are looked for in errors alone, after all other phrases. A row that names two
 * nouns comes before those that name one.
 */
// Source: errors that 150 threads of 2023 to 2026 quote; none of it is the sentence of one program
const anything: readonly Phrase[] = phrasesOf(
  null,
  (
    [
      // They say what they are about, whatever they count: the tokens of tools, the messages of an account.
      [
        'wide-context',
        new RegExp(
          String.raw`\bmaximum context length\b|\bcontext[ _](?:length|window|size)\b[^\n]{0,20}\b(?:exceed\w{0,3}|of only|is only)|\bexceed\w{0,3} the (?:\w{1,20} )?context\b`,
          'i',
        ),
        [],
        'error',
        'The error is about the length of the prompt: shorten it, or give the server a longer context.',
      ],
      [
        'wide-template',
        /\btemplate\b[^\n]{0,80}\b(?:error|fail\w{0,3}|invalid|undefined|render\w{0,3})\b|\bchat[ _]template\b[^\n]{0,40}\b(?:not?|must|missing)\b|\b(?:no|without|missing) chat[ _]template\b|\bjinja/i,
        ['template'],
        'error',
        'The error is about the chat template.',
      ],
      [
        'wide-piece',
        new RegExp(
          String.raw`${line(String.raw`\b(?:delta|chunk|content_block)\b`, String.raw`\b(?:missing|required|undefined|expected)\b`).source}|\bchoices${ITEM}|\b(?:no|missing|empty) tool call (?:id|index|name)\b|\btool ?name\b[^\n]{0,20}\b(?:null|empty|undefined)\b`,
          'im',
        ),
        ['stream', 'client'],
        'error',
        'The error is about a piece of the stream.',
      ],
      [
        'wide-reasoning',
        line(REASONING, String.raw`\b(?:missing|must|required?|without|not found|expected|but found|left out)\b`),
        ['client'],
        'error',
        'The error is about the reasoning of an earlier turn, which the client has to send back.',
        ownFixes.reasoning,
      ],
      [
        'wide-ids',
        new RegExp(
          String.raw`\b(?:tool|function)[_ ]?(?:calls?|use|result)?[\`'"]?[_ ]ids?\b[^\n]{0,60}\b(?:unique|duplicated?|invalid|empty|null|must|has to|should|length|not found)\b|\bduplicate\b[^\n]{0,30}\b(?:tool|call)[\w ]{0,12}[_ ]ids?\b|\bIDs? should be\b`,
          'i',
        ),
        ['client'],
        'error',
        'The error is about the id of a call in the history.',
        ownFixes.ids,
      ],
      [
        'wide-pairs',
        line(
          `${CALL}|\\bcall\\b`,
          RESULT,
          String.raw`\b(?:without|must|did not|mis-?match\w*|match\w*|corresponding|exceeds?|equal|immediately|not|no|missing|unexpected)\b`,
        ),
        ['client'],
        'error',
        'The error is about a call and its result in the history, which do not belong together.',
        ownFixes.pairs,
      ],
      [
        'wide-place',
        new RegExp(PLACE, 'i'),
        ['client'],
        'error',
        'The error is about a message that the client sends.',
        ownFixes.message,
      ],
      [
        'wide-parallel',
        line(
          String.raw`\b(?:multiple|parallel|several|more than one)\b[^\n]{0,20}\b(?:tool|function)[_ ]?calls?\b`,
          FAULT,
        ),
        ['client'],
        'error',
        'The error is about several calls in one reply.',
        'Send the request with `parallel_tool_calls: false`, or update the client.',
      ],
      [
        'wide-choice',
        /^(?![^\n]{0,800}\b(?:tools?|functions?) (?:and|or|call|is|are)\b)[^\n]{0,800}(?:\btool_?choice\b[^\n]{0,60}\b(?:not|un|isn't |n't) ?support|\b(?:(?:not|n't) support\w{0,3}|[Uu]nsupported|[Ii]nvalid)\b[^\n]{0,30}\btool_?choice\b)/im,
        ['client'],
        'error',
        'The error is about `tool_choice`, and not about the tools.',
        'Send `tool_choice: auto`, or leave `tool_choice` out of the request.',
      ],
      [
        'wide-support',
        /(?<!\b(?:empty|null|duplicate) |\b(?:schema|grammar)\b[^\n]{0,60})\b(?:tools?|functions?|tool[_ ](?:choice|use|call\w{0,4})|function[_ ]?call\w{0,4})\b[^\n]{0,40}\b(?:not|un|isn't |aren't ) ?(?:support(?:ed)?|enabled)\b|(?<!\bstream(?:ing)? (?:is )?)(?:\b(?:not|no)|n't) support\w{0,3}\b[^\n]{0,40}\b(?:tools?\b|tool[_ ]|function)|\bonly\b[^\n]{0,200}\bsupports? (?:tool|function)/i,
        ['parser-off', 'template'],
        'error',
        'The error says that tools are not supported.',
        'Choose a model or a server that takes these tools, or switch on the tool parser of the server.',
      ],
      [
        'wide-no-tools',
        /\b(?:must|should|needs? to) (?:define|declare|provide|include|pass|send)\b[^\n]{0,20}\btools?\b|\b(?:expects?|requires?|needs?) (?:the )?[`'\x22]?tools\b[`'\x22=]{0,3} (?:param\w{0,6}|field|list|to be)\b|\b(?:tool_choice|parallel_tool_calls)\b[^\n]{0,60}\b(?:only|without|requires?|when|no)\b[^\n]{0,40}\btools\b|\btools\b[^\n]{0,20}\b(?:(?:cannot|must not|may not) be (?:an )?empty|must be (?:provided|defined|declared|set))\b/i,
        ['no-tools'],
        'error',
        'The error says that the request declares no tools.',
      ],
      [
        'wide-nothing',
        /\b(?:empty|null) (?:model |LLM )?(?:response|reply|answer|completion)\b|\b(?:response|reply|answer|completion) (?:contain\w{1,3}|has|had|is|was) (?:no (?:message|content|text|choices|output)|empty)\b|\bnot return\w{0,3} (?:a |any )?(?:valid )?(?:response|reply|answer)\b|\bresponse from (?:the )?(?:LLM|model)\b[^\n]{0,20}\b(?:None|empty)\b|\bdoes not contain any JSON tokens\b/i,
        [],
        'nothing',
        'The client received no answer.',
      ],
      [
        'wide-none',
        /\b(?:expected|not contain) (?:an? |any )?(?:tool|function)[ _]calls?\b|\bno (?:tool|function)[ _]calls? (?:(?:was|were) )?(?:found|returned|present|detected|made|generated|in the response)\b|\b(?:did not|didn't) (?:call|use|return|make) (?:\w{1,40} )?(?:tool|function)|\bgot (?:0|no|zero) (?:tool|function) calls?\b|\btool_calls?[`'\x22]? (?:is |are )?missing (?:from|in) (?:the )?(?:AIMessage|response|reply|output)\b/i,
        ['parser-off', 'other-format'],
        'answer',
        'The client wants a call, and found none in the reply.',
      ],
      [
        'wide-unknown',
        /\b(?:unknown|unavailable|unregistered|unrecognized|no such|non-?existent) (?:\w{1,12} )?(?:tool|function)\b(?! (?:format|parser|type|choice))|\bno (?:tool|function) (?:named|called|with (?:the )?name)\b|\bcannot find (?:an? |the )?(?:tool|function)\b|\b(?:tool|function)\b(?! call| use)(?![^\n]{0,120}\b(?:404|for url|https?:))[^\n]{0,80}(?<!\b(?:file|path|page|directory|record) )(?:\bnot|n't) (?:be )?(?:found|available|registered|defined|exist|in (?:the )?tools)\b/i,
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
        'wide-reply',
        new RegExp(
          String.raw`\b(?:invalid|unexpected|malformed) (?:model |LLM )?(?:output|reply|completion)\b|${line(String.raw`\b(?:pars\w{1,5}|decode|read|JSON|format)\b`, String.raw`\b(?:model|LLM)(?:'s)? (?:output|response|reply)\b|\bfrom (?:the )?(?:local )?(?:model|LLM)\b`, FAULT).source}`,
          'im',
        ),
        ['other-format', 'damaged'],
        'error',
        'The client could not read the reply.',
      ],
      [
        'wide-schema',
        new RegExp(
          `${line(DEFINITION, FAULT).source}|\\b(?:tools|functions|function_?declarations?)(?:${ITEM}|\\.function\\b)`,
          'im',
        ),
        ['schema'],
        'error',
        'The error is about the definition of a tool.',
        ownFixes.definition,
      ],
      [
        'wide-arguments',
        new RegExp(
          String.raw`${line(String.raw`\b(?:tool|function)\b|\barguments (?:for|of|to) [\'"\w]`, String.raw`\b(?:arguments?|args|kwargs|param(?:eter)?s?|inputs?|keys? not (?:allowed|provided))\b`, `${FAULT}|\\b(?:pars\\w{1,5}|validat\\w{1,5}|JSON)\\b`).source}|(?<![.\w])[a-z]\w{1,60}(?<!_)\(\) (?:got an unexpected keyword|missing \d{1,2} required)|\bvalidation errors? for (?:[a-z\d]{1,30}_\w{1,60}\s*$|\w{0,30}(?:(?:Tool|Function)(?:Selection|Call)|Input|Args)(?:Schema|Model)?\s)`,
          'im',
        ),
        ['arguments'],
        'calls',
        'The error is about the arguments of a call.',
      ],
      [
        'wide-history',
        new RegExp(`${line(HISTORY, FAULT).source}|${line(`${CALL}|${RESULT}`, REFUSED).source}|${PLACE}`, 'im'),
        ['client'],
        'error',
        'The error is about a message that the client sends.',
        ownFixes.message,
      ],
      [
        'wide-request',
        /\bdeserializ\w{1,4} (?:the )?(?:JSON )?(?:body|request)\b|\bUnrecognized request arguments?\b|\bUnknown parameter: |\bvalidation errors? for \w{0,40}Request\b|['"]loc['"]: [([]['"]body['"]|\bfield \w{2,40} is required\b|\binvalid tool_choice\b|\b(?:missing|unknown) field ['"`]|\bextra_forbidden\b/i,
        ['client'],
        'error',
        'The error is about a member of the request.',
        'Leave out the member that the error names, or update the server.',
      ],
      [
        'wide-json',
        /\bparse error at line \d|\bsyntax error while parsing\b|\bUnexpected (?:token|end of JSON|non-whitespace character)\b|\bUnexpected character \(|\bJsonParseException\b|\bJSONDecodeError\b|\b(?:not|no|invalid) (?:valid )?JSON\b/i,
        [],
        'error',
        'The error is about JSON that could not be read.',
      ],
      [
        'wide-end',
        /\b(?:[mM]issing|without|[nN]o|never|unknown|null|None)\b[^\n]{0,40}\bfinish[_ ]?[rR]eason\b|\bfinish[_ ]?[rR]eason\b[^\n]{0,40}\b(?:missing|null|None|not|never|unknown|error|length)\b|\bstream\b[^\n]{0,60}\b(?:ended|closed|interrupted|incomplete|terminated|disconnected|cut)\b|\b(?:truncated|cut off|prematurely|without sending any chunks|due to (?:a |the )?max_tokens)\b/,
        ['cut', 'stream'],
        'error',
        'The error is about the end of the stream.',
      ],
      [
        'wide-account',
        new RegExp(
          String.raw`${status('40[123]|429')}|\bAPI[ _-]?keys?\b|\bunauthori[sz]ed\b|\bauthenticat\w{1,12}\b|\bquota\b|\bbilling\b|\bcredits?\b|\binsufficient (?:balance|funds)\b|\brate[ _-]?limit\w{0,3}\b|\btoo many requests\b`,
          'i',
        ),
        [],
        'error',
        'The error is about the account: its key, its credit or its rate limit.',
        'Look at the key, the credit and the limits of the account at its provider.',
      ],
      [
        'wide-length',
        /\bcontext[ _](?:length|window|size)\b(?! ?=)|\bprompt is too long\b|\btokens?\b[^\n]{0,60}\b(?:exceed\w{0,2}|maximum|limit|too (?:many|long))\b|\b(?:exceed\w{0,2}|maximum|limit|too (?:many|long))\b[^\n]{0,60}\btokens?\b/i,
        [],
        'error',
        'The error is about the length of the prompt: shorten it, or give the server a longer context.',
      ],
      [
        'wide-model',
        /\bmodel\b[^\n]{0,80}\b(?:not (?:be )?(?:found|loaded|exist|available)|doesn't exist)\b|\bmodel_not_found\b|\b(?:unknown|no such|invalid|unsupported) model\b/i,
        [],
        'error',
        'The error is about the name of the model: look at the list of models of the server.',
      ],
      // open-webui backend/open_webui/utils/tools.py, and whatever else names the server of a tool
      [
        'wide-tool-server',
        line(
          String.raw`\bMCP\b|\bmcpo\b|\btool[_ -]?servers?\b`,
          String.raw`\btim(?:ed? ?|ing )out\b|\bTimeout\w{0,9}\b|\b(?:dis|re)?connect(?:ion|ed)?\b|\bECONN\w{2,12}\b|\b(?:could|can) ?not (?:reach|fetch)\b|\bunreachable\b`,
          String.raw`${FAULT}|\btim(?:ed? ?|ing )out\b|\bTimeout\w{0,9}\b|\bclosed\b|\blost\b|\brefused\b|\bECONN|\bdisconnected\b`,
        ),
        [],
        'error',
        'The error is about the server of a tool, not of the model: it was not reached, or failed.',
      ],
      [
        'wide-load',
        new RegExp(
          String.raw`${status(String.raw`50[234]|52\d`)}|\boverload\w{0,6}\b|\bat capacity\b|\b(?:temporarily |un)available\b|\btim(?:ed? ?|ing )out\b(?!=)|\bTimeout\w{0,9}: |\bconnection (?:refused|reset|error|closed|attempts failed)\b|\b(?:cannot|could not|failed to) connect\b|\bECONN\w{2,12}\b|\berror sending request for url\b|\bactively refused\b|\bbad gateway\b|\bout of memory\b|\b(?:system|cache|GPU|CUDA) memory\b|\bserver had an error\b|\bhas crashed\b`,
          'i',
        ),
        [],
        'error',
        'The error is about the server: it was not reached, it failed, or it lacks time or memory.',
      ],
      // What uvicorn, Gin and llama-server log of a request that they refused
      [
        'wide-status',
        /"POST \S{1,80} HTTP\/[\d.]{1,3}" 4\d\d\b|^\[GIN\][^|\n]{10,40}\| {0,4}4\d\d \||\bdone request: POST \S{1,80} \S{1,60} 4\d\d\b/m,
        [],
        'error',
        'The log has only the status. Paste the body of the response, which says why: `curl` shows it.',
      ],
    ] as const
  ).map(([id, pattern, causes, did, says, fix]) => ({ id, pattern, causes, did, says, fix, isBroad: true }) as const),
);

export const saidOfAnything: readonly Phrase[] = [...saidOfAccount, ...anything];
