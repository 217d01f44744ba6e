import { ownFixes } from './fixes.ts';
import { phrasesOf, sent, type Phrase } from './phrase.ts';

const ONE_AT_A_TIME = 'Ask in the prompt for one call at a time, and for no words after it. Update LM Studio.';

// Source: LM Studio 0.3 and 0.4, its server log; lmstudio-bug-tracker#1528, #1979
export const lmstudio: readonly Phrase[] = phrasesOf(
  ['lmstudio', 'proof'],
  [
    {
      id: 'lmstudio-template',
      pattern: /\bError rendering prompt with jinja template\b/,
      causes: ['template'],
      did: 'error',
      says: 'LM Studio could not render the chat template.',
    },
    // zed#34513: what a client makes of the error says less.
    {
      id: 'lmstudio-context',
      pattern: /\bnumber of tokens to keep from the initial prompt is greater than the context length\b/,
      isExact: true,
      ...sent(
        'The prompt with its tools is longer than the context of the model in LM Studio.',
        'Load the model in LM Studio with a longer context, or send fewer tools.',
      ),
    },
    // lmstudio-bug-tracker#237
    {
      id: 'lmstudio-overflow',
      pattern: /\bTrying to keep the first \d{1,9} tokens when context the overflows\b/,
      isExact: true,
      causes: [],
      did: 'error',
      says: 'The prompt does not fit the context: load the model with a longer one, or send fewer tools.',
    },
    // lmstudio-bug-tracker#1878; the second is what other releases say, with the place of the part
    {
      id: 'lmstudio-result-text',
      pattern:
        /\bOnly text tool_result blocks are supported when tool_result\.content is an array\b|\brequest\.messages\.\d{1,5}\.content\.\d{1,4}\.content\.\d{1,4}\.type: Invalid literal value, expected "text"/,
      isExact: true,
      ...sent(
        'The result of a tool is more than text, as an image is, and LM Studio takes only text there.',
        'Have the tool return text, such as a path or a description. Or choose a server that takes images in results.',
      ),
    },
    {
      id: 'lmstudio-arguments',
      isExact: true,
      pattern: /\bFailed to parse arguments for tool "[^"\n]{1,80}": /,
      causes: ['arguments'],
      did: null,
      says: 'The arguments do not fit the schema of the tool, and LM Studio refused the call.',
    },
    {
      id: 'lmstudio-omitted-several',
      pattern: /\bomitted from the response\):\s{1,4}Failed to parse tool call: Extra content after/,
      isExact: true,
      causes: ['damaged', 'lost'],
      did: 'nothing',
      says: 'LM Studio read one call, and did not take what follows it.',
      fix: ONE_AT_A_TIME,
    },
    {
      id: 'lmstudio-omitted',
      pattern: /\bthis tool call will be omitted from the response/,
      causes: ['lost', 'damaged'],
      did: 'nothing',
      says: 'LM Studio could not parse the call, and leaves it out of the response.',
      fix: 'Send the request again, at a lower temperature. What the model wrote is in the log, at `Model Output`.',
    },
    {
      id: 'lmstudio-several',
      pattern: /\bFailed to parse tool call: Extra content after/,
      isExact: true,
      causes: ['damaged'],
      did: 'error',
      says: 'LM Studio read one call, and did not take what follows it.',
      fix: ONE_AT_A_TIME,
    },
    {
      id: 'lmstudio-ended',
      pattern: /\bFailed to parse tool call: Unexpected end of content/,
      causes: ['cut', 'damaged'],
      did: 'error',
      says: 'LM Studio could not parse the call: the reply ends inside of it.',
    },
    {
      id: 'lmstudio-reader',
      pattern: /\bFailed to parse tool call: Expected "/,
      causes: ['damaged'],
      did: 'error',
      says: 'LM Studio could not parse the call.',
    },
    {
      id: 'lmstudio-failed',
      pattern: /\bFailed to (?:parse|generate a) tool call: (?!\[\w)|\bModel failed to generate a tool call(?: \/ |$)/m,
      by: ['lmstudio', 'hint'],
      causes: ['damaged'],
      did: 'error',
      says: 'LM Studio could not parse the call.',
    },
    // autogen#1521, continue#750
    {
      id: 'lmstudio-messages',
      pattern: /'messages' array must only contain objects with\b|\bInvalid 'content': 'content' field must be\b/,
      ...sent('LM Studio refuses a message without content.', ownFixes.message),
    },
    // page-agent#284
    {
      id: 'lmstudio-choice',
      pattern: /\bInvalid tool_choice type: '?object'?\. Supported string values\b/,
      ...sent(
        'LM Studio takes `tool_choice` as a word only, and the client sends an object.',
        'Send `tool_choice` as `auto`, `required` or `none`.',
      ),
    },
    // cline#224, the log of LM Studio 0.3
    {
      id: 'lmstudio-endpoint',
      pattern: /\bUnexpected endpoint or method\. \((?:POST|GET) \//,
      ...sent(
        'The client asks for an address that LM Studio does not have.',
        'Give the client the address of LM Studio with `/v1` at its end.',
      ),
    },
    {
      id: 'lmstudio-model',
      pattern: /\bPlease specify a valid downloaded model \(e\.g\./,
      isExact: true,
      causes: [],
      did: 'error',
      says: 'LM Studio has no model of the name that the request asks for.',
    },
    {
      id: 'lmstudio-engine',
      pattern:
        /\bEngine protocol \w{3,20} request failed: |\bError predicting: |\bError in iterating prediction stream: /,
      causes: [],
      did: 'error',
      says: 'The engine inside of LM Studio failed.',
    },
    {
      id: 'lmstudio-made',
      pattern: /\bModel generated tool calls: {1,3}\[(?=[\w.-]{1,80}\()/,
      causes: [],
      did: 'calls',
      says: 'LM Studio read the call.',
    },
  ],
);
