import { ownFixes } from './fixes.ts';
import { meant, type Phrase, phrasesOf } from './phrase.ts';

// Source: crewAI src/crewai/tools/tool_usage.py
export const saidByCrewai: readonly Phrase[] = phrasesOf(
  ['crewai', 'proof'],
  [
    {
      id: 'crewai-described',
      pattern:
        /(?:^|: )Action '(\p{L}[\p{L}\w .-]{0,60}?)(?:\([^\n]{0,200}?\))?(?: ?-|:) \S[^\n]{2,300}' don't exist, these are the only available Actions:/mu,
      causes: ['unknown-tool'],
      did: 'calls',
      isExact: true,
      says: 'The model wrote the whole description of `$1` in the place of its name.',
      fix: 'Give the tool a short name without blanks and a short description, or choose a larger model.',
    },
    {
      // CrewAI lists the tool by the name that is before the arguments. A value of JSON in it is blanked out.
      id: 'crewai-action-arguments',
      pattern:
        /(?:^|: )Action '[*"'`]{0,2}(\p{L}[\p{L}\w.-]{0,60}(?: [\p{L}\w.-]{1,40}){0,6}?) ?:? ?(?:\([^\n]{0,300}\)|\{[^\n]{0,300}\}| {2,400})[*"'`]{0,2}' don't exist, these are the only available Actions:(?=[^]{0,4000}?\bTool Name: \1\s{0,4}(?:\(|\n|$))/mu,
      causes: ['unknown-tool'],
      did: 'calls',
      isExact: true,
      says: 'The model wrote arguments after `$1` in the line `Action`, where CrewAI takes the name alone.',
      fix: 'Say in the prompt: `Action` holds only the name, and `Action Input` the JSON. Or choose a larger model, one that is trained to call tools.',
    },
    {
      id: 'crewai-unknown',
      pattern: /(?:^|: )Action '[^\n]{1,400}' don't exist, these are the only available Actions:/m,
      ...meant.unknown,
    },
    {
      id: 'crewai-input',
      pattern: /\bthe Action Input is not a valid key, value dictionary/,
      causes: ['damaged', 'arguments'],
      did: 'text',
      says: 'What the model wrote after `Action Input:` is no dictionary, or more than one.',
      fix: ownFixes.form,
    },
    // src/crewai/tools/structured_tool.py, crewAI#1744
    {
      id: 'crewai-arguments',
      pattern: /\bArguments validation failed: \d{1,4} validation errors?\s{1,9}for\b/,
      ...meant.refused,
    },
    // src/crewai/agents/constants.py, FINAL_ANSWER_AND_PARSABLE_ACTION_ERROR_MESSAGE
    {
      id: 'crewai-both',
      pattern: /\bTried to both perform Action and give a Final Answer at the same time\b/,
      causes: ['other-format'],
      did: 'text',
      says: 'The reply holds an action and a final answer, and CrewAI takes only one of them.',
      fix: 'Have the model stop at `Observation:`. The stop words of CrewAI have to reach the server.',
    },
    // src/crewai/translations/en.json of 2024
    {
      id: 'crewai-tool-failed',
      pattern: /\bwe encountered an unexpected error while trying to use the tool\. This was the error: /,
      causes: [],
      did: 'calls',
      says: 'The tool failed.',
    },
  ],
);
