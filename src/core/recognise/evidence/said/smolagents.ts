import { ownFixes } from './fixes.ts';
import { phrasesOf, type Phrase } from './phrase.ts';

/** What smolagents says of a reply in which it found no code, or none that it could run. */
// Source: smolagents src/smolagents/agents.py and utils.py parse_json_blob
export const saidBySmolagents: readonly Phrase[] = phrasesOf(
  ['smolagents', 'proof'],
  [
    {
      id: 'smolagents-no-json',
      pattern: /\bThe model output does not contain any JSON blob\b/,
      causes: ['other-format'],
      did: 'text',
      says: 'The client found no JSON in the text of the reply.',
      fix: ownFixes.form,
    },
    {
      id: 'smolagents-bad-json',
      pattern: /\bThe JSON blob you used is invalid due to the following error: /,
      causes: ['damaged'],
      did: 'text',
      wantsPlace: true,
      says: 'The client could not read the JSON in the text of the reply.',
    },
    {
      id: 'smolagents-parsing',
      pattern: /\bError while parsing tool call from model output: /,
      causes: ['other-format', 'damaged'],
      did: 'text',
      says: 'The client found no call that it could read in the text of the reply.',
      fix: ownFixes.form,
    },
    // The other form of code blocks, as documented in `CodeAgent` of v1.24: `code_block_tags`
    {
      id: 'smolagents-fence',
      pattern:
        /\bthe regex pattern <code>\(\.\*\?\)<\/code> was not found in it\b(?:(?!Make sure to include)[^]){0,4000}?```(?:python|py)\b/,
      causes: ['other-format'],
      did: 'text',
      isExact: true,
      says: 'The client reads code in `<code>`, and the model wrote it in a block of Markdown.',
      fix: 'Create the agent with `code_block_tags="markdown"`: it reads that form then.',
    },
    {
      id: 'smolagents-tags',
      pattern:
        /\bthe regex pattern ```(?:(?!was not found)[^]){2,80}?was not found in it\b(?:(?!Make sure to include)[^]){0,4000}?<code>/,
      causes: ['other-format'],
      did: 'text',
      isExact: true,
      says: 'The client reads code in a block of Markdown, and the model wrote it in `<code>`.',
      fix: 'Update smolagents, and create the agent without `code_block_tags`: it reads that form then.',
    },
    {
      id: 'smolagents-no-code',
      pattern: /\bYour code snippet is invalid, because the regex pattern\b/,
      causes: ['other-format'],
      did: 'text',
      says: 'The client found no code block in the text of the reply.',
      fix: ownFixes.form,
    },
    // src/smolagents/local_python_executor.py; smolagents#1851
    {
      id: 'smolagents-rest',
      pattern:
        /\bCode parsing failed on line \d{1,5} due to: SyntaxError[^\n]{0,200}\n\s{0,8}<\/?(?:\w{1,8}>?)?\s{0,8}\n/,
      by: ['smolagents', 'hint'],
      causes: ['damaged'],
      did: 'text',
      isExact: true,
      says: 'A part of the closing tag is left in the code, and the client read it as Python.',
      fix: 'Update smolagents. The provider may return a part of the stop sequence: choose another one.',
    },
    {
      id: 'smolagents-python',
      pattern: /\bCode parsing failed on line \d{1,5} due to: SyntaxError\b/,
      by: ['smolagents', 'hint'],
      causes: ['damaged'],
      did: 'text',
      isExact: true,
      says: 'The client could not read the code in the reply: it is no Python.',
    },
  ],
);
