import { ownFixes } from './fixes.ts';
import { type Phrase, phrasesOf, sent } from './phrase.ts';

/**
 * What chat templates raise: each says what it refuses in the messages, whatever the server says around it. The model did not run.
 */
// Source: the chat templates of Mistral, Llama 3, Gemma, Qwen3.5 and gpt-oss, as llama.cpp, LM Studio, vLLM and NIM render them
export const saidByTemplates: readonly Phrase[] = phrasesOf(null, [
  // llama.cpp#14349, #26359, OpenArc#48, llama_ros#39
  {
    id: 'template-ids',
    pattern: /\bTool call IDs should be alphanumeric strings with length 9\b/,
    isExact: true,
    causes: ['template', 'client'],
    did: 'error',
    says: 'The chat template refuses the id of a call in the history: it takes nine letters or digits.',
    fix: 'Send ids of nine letters or digits, the same in a call and in its result. Or use a template without this check.',
  },
  // vllm#13978: an empty list is refused as well
  {
    id: 'template-one-call',
    pattern: /\bonly supports single tool-calls at once\b/,
    isExact: true,
    causes: ['template', 'client'],
    did: 'error',
    says: 'The chat template takes one call in a turn, and a turn of the history has another number.',
    fix: 'Leave an empty `tool_calls` out, and send one call in each turn. Or use a template that takes several.',
  },
  {
    id: 'template-roles',
    pattern: /[Cc]onversation roles must alternate|\bOnly user,? (?:and )?assistant\b[^\n]{0,40}roles are supported/,
    isExact: true,
    causes: ['template', 'client'],
    did: 'error',
    says: 'The chat template refuses the order of the roles.',
    fix: 'Join neighbouring messages of the same role. If the history has calls, use a template that takes calls and results.',
  },
  {
    id: 'template-system',
    pattern: /\bSystem message must be at the beginning\b|\bSystem role not supported\b/,
    isExact: true,
    causes: ['template', 'client'],
    did: 'error',
    says: 'The chat template refuses a system message: it takes one at the beginning alone, or none.',
    fix: 'Send one system message, as the first. If the template takes none, put its text into the first message of the user.',
  },
  // The chat template of Qwen3.5 and later ones of its family, which every server renders
  {
    id: 'template-no-query',
    pattern:
      /\bNo user query found in messages\b|\bCannot put tools in the first user message when there\\{0,2}'s no\b/,
    isExact: true,
    causes: ['template'],
    did: 'error',
    says: 'The chat template found no message of the user in the request.',
    fix: 'Send a message of the user in every request, also where the history was shortened. In Ollama, raise `num_ctx`.',
  },
  {
    id: 'template-result-first',
    pattern: /\bMessage has tool role, but there was no previous assistant message with a tool call\b/,
    isExact: true,
    ...sent('The history holds a result without its call right before it.', ownFixes.pairs),
  },
  // Jinja2 3.1 filters.py do_items, in templates that go through the arguments of a call: `tool_call.arguments|items`
  {
    id: 'template-items',
    pattern: /\bCan only get item pairs from a mapping\b/,
    isExact: true,
    causes: ['template', 'client'],
    did: 'error',
    says: 'The chat template wants the arguments of a call as an object, and was given a string.',
    fix: 'If your program renders the template, read the arguments with `json.loads` first. If a server does, update it.',
  },
  // The chat template of gpt-oss, which every server renders
  {
    id: 'harmony-markup',
    pattern: /\bYou have passed a message containing <\|channel\|> tags in the \w{2,20} field\b/,
    isExact: true,
    ...sent(
      'The history holds a reply of gpt-oss that nobody took apart, and the chat template refuses its markup.',
      'Switch on the reasoning parser and the tool parser of the server for gpt-oss, and begin the conversation anew.',
    ),
  },
]);
