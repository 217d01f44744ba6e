import { phrasesOf, type Phrase } from './phrase.ts';

const UNCALLED = {
  causes: ['other-format', 'parser-off'],
  did: 'text',
  says: 'The client wants its result in a call, and got a text.',
  fix: 'Look at that text. If it holds the call, switch on the tool parser of the server. If not, choose another model.',
} as const;

const OF_PYDANTIC = 'Or get the result without a call: `output_type=NativeOutput(…)` or `PromptedOutput(…)`.';
const OF_INSTRUCTOR = 'Or get the result without a call: `mode=instructor.Mode.JSON`.';
const OF_AI_SDK = "Or get the result without a call: `mode: 'json'`. Since version 5 the AI SDK asks for none.";

/** What clients say that want an object of a schema, ask for it as a call, and got another reply. */
export const saidOfStructured: readonly Phrase[] = [
  // Source: pydantic-ai _agent_graph.py and docs/output.md, "Output modes"; docs/agents.md has `capture_run_messages`
  ...phrasesOf(
    ['pydantic-ai', 'proof'],
    [
      {
        id: 'pydantic-ai-text',
        // An empty reply is told to return text or a call.
        pattern:
          /\bPlain text responses are not (?:permitted|allowed), please (?:call|include)|\bPlease include your response in a tool call\b/,
        ...UNCALLED,
        instead: OF_PYDANTIC,
      },
      {
        id: 'pydantic-ai-output',
        pattern:
          /\bExceeded maximum (?:output retries \(\d{1,4}\)|retries \(\d{1,4}\) for (?:result|output) validation)/,
        causes: ['arguments', 'other-format'],
        did: 'error',
        says: 'The client asked again and again, and no answer of the model had the form that it wants.',
        fix: 'Wrap the run in `capture_run_messages`, and paste the messages: they show what the model answered.',
        instead: OF_PYDANTIC,
      },
    ],
  ),
  // Source: instructor instructor/function_calls.py, which counts none like several: instructor#735, #954 and #840
  ...phrasesOf(
    ['instructor', 'proof'],
    [
      {
        id: 'instructor-none',
        pattern: /\bInstructor does not support multiple tool calls\b/,
        causes: ['other-format', 'parser-off'],
        did: 'answer',
        says: 'The reply held no call, or several: the client wants exactly one, and words both alike.',
        fix: 'Look at the reply in the exception. If it is text, choose a model that calls tools.',
        instead: OF_INSTRUCTOR,
      },
    ],
  ),
  // Source: ai 4.3.19, generateObject, whose `mode` is gone since version 5: vercel/ai#6330
  ...phrasesOf(
    ['ai-sdk', 'proof'],
    [
      {
        id: 'ai-sdk-uncalled',
        pattern: /\bNo object generated: the tool was not called\b/,
        ...UNCALLED,
        instead: OF_AI_SDK,
      },
    ],
  ),
  // Source: strands src/strands/event_loop/event_loop.py
  ...phrasesOf(
    ['strands', 'proof'],
    [
      {
        id: 'strands-uncalled',
        pattern: /\bThe model failed to invoke the structured output tool\b/,
        ...UNCALLED,
        instead: '',
      },
    ],
  ),
];
