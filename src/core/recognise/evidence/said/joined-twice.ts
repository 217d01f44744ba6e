import { ownFixes } from './fixes.ts';
import { phrasesOf, sent, type Phrase } from './phrase.ts';

/** What shows that pieces were joined wrongly, or what a chat template refuses, whoever says it. These come first: other sentences speak of the consequence. */
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
]);
