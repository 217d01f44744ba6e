import { ownFixes } from './fixes.ts';
import { type Phrase, phrasesOf } from './phrase.ts';

/** What Cline and Roo Code tell the model and the person. */
// Source: cline and Roo-Code, src/core/prompts/responses.ts
export const saidByCline: readonly Phrase[] = phrasesOf(
  ['cline', 'hint'],
  [
    {
      id: 'cline-no-tool',
      pattern: /\bYou did not use a tool in your previous response/,
      hasExample: true,
      by: ['cline', 'proof'],
      causes: ['other-format'],
      did: 'text',
      isVague: true,
      says: 'The client reads a tag per tool in the text, and found none in the reply.',
    },
    {
      id: 'cline-trouble',
      pattern:
        /\b(?:Cline|Roo(?: Code)?|Kilo(?: Code)?) is having trouble\b|\bfailure in the model's thought process or inability to use a tool properly/,
      causes: ['other-format', 'damaged'],
      did: 'text',
      isVague: true,
      says: 'The client gave up: several replies in a row held no tool use that it could read.',
    },
    // Roo-Code#11106
    {
      id: 'roo-old-tags',
      pattern: /\bXML tool calls are no longer supported\b/,
      by: ['roo', 'proof'],
      isExact: true,
      causes: ['parser-off', 'other-format'],
      did: 'text',
      says: 'The model wrote a tag per tool, which older releases of the client took, and this one does not.',
      fix: 'Begin a new task, so that no such tags are left in its history. Remove rules that teach them, or choose another model.',
    },
    {
      id: 'roo-no-tools',
      pattern:
        /\bThe model (?:failed to|did not) use any tools in its response\b|\bMODEL_NO_TOOLS_USED\b|\b[Tt]he model provided text\/reasoning but did not call any\b/,
      by: ['roo', 'proof'],
      causes: ['parser-off', 'other-format'],
      did: 'text',
      isVague: true,
      says: 'The client wants structured calls, and the reply held text alone.',
    },
    {
      id: 'cline-nothing',
      pattern:
        /\bThe language model did not provide any assistant messages\b|\bThe provider returned an empty or unparsable response\b/,
      causes: ['lost'],
      did: 'nothing',
      says: 'The client received an empty reply: the server may have dropped what the model wrote.',
    },
    // src/core/task/ToolExecutor.ts: unless parallel tool calling is on; Roo-Code, src/core/assistant-message/presentAssistantMessage.ts
    {
      id: 'cline-one-tool',
      pattern: /\bTool \[([\w.-]{1,80})\] was not executed because a tool has already been used in this message\b/,
      causes: ['client'],
      did: 'calls',
      says: 'The client ran the first tool of the reply, and not `$1`: it runs one in each message.',
      fix: 'Say in the prompt that a message calls one tool. Cline runs more with parallel tool calling switched on.',
    },
    // What is long is written last, so a limit cuts it off: Roo-Code#824, kilocode#10503
    {
      id: 'cline-parameter-long',
      pattern: /\b(?:Missing value for|tried to use \S{1,60} without value for) required parameter '(?:content|diff)'/,
      isExact: true,
      causes: ['arguments', 'cut'],
      did: 'calls',
      says: 'The call lacks a required parameter, the one with the long text.',
      fix: 'If only long files fail, raise the context length and the output limit of the model. Or ask for smaller pieces. Do not run the call.',
    },
    {
      id: 'cline-parameter',
      pattern:
        /\bMissing value for required parameter '|\btried to use \S{1,60}(?: for '[^'\n]{1,200}')? without value for required parameter/,
      causes: ['arguments', 'damaged'],
      did: 'calls',
      says: 'The client misses a required parameter.',
      fix: ownFixes.toldBack,
    },
    {
      id: 'cline-invalid-calls',
      pattern: /\bOne or more tool calls were invalid or missing required parameters\b/,
      by: ['cline', 'proof'],
      causes: ['arguments'],
      did: 'calls',
      says: 'The client could not take the arguments of the call.',
    },
  ],
);
