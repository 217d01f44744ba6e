import { streamWords } from '../kit/index.ts';
import type { ParameterOrder } from './templates/template.ts';

/** What a parser with this order of parameters expects. */
export const orders: Readonly<Record<ParameterOrder, string>> = {
  'required-in-schema-order':
    'The parser expects a declared parameter here: required ones first, in schema order, then optional ones',
  // More than six have to come in schema order.
  'required-in-any-order':
    'The parser expects a declared parameter here: required ones first, up to six in any order, then optional ones',
  'any-order': 'The parser expects a declared parameter here, in any order',
};

/** What every parser of llama.cpp says. */
export const llamacppWords = {
  ...streamWords,
  'turns-thinking-on': {
    question: 'Does the request leave thinking on?',
    yes: "The template's prompt is the one for thinking.",
    no: "The template's prompt ends the reasoning, or does not begin it.",
    asksProvider: true,
  },
  'prompt-opens-reasoning': {
    question: "Does the template's prompt already open the reasoning?",
    missing: "the template's prompt does not open the reasoning",
    yes: 'The reply begins inside the reasoning.',
    no: 'The reply opens the reasoning on its own.',
  },
  'declares-tools': {
    question: 'Does the request declare tools?',
    missing: 'no tools are declared here, and without tools llama.cpp builds a parser that knows no calls',
    yes: 'The parser looks for the marker that begins a call.',
    no: 'The parser returns the text as content.',
  },
  'reasoning-to-end':
    "The template's prompt opens the reasoning, and the reply never closes it: all of the reply counts as reasoning.",
  'begins-call': {
    question: 'Does the reply contain the marker that begins a call?',
    yes: 'The parser reads a call from here on. It never reads this text as content again.',
    no: 'The parser returns the text as content.',
  },
  'dropped-text': 'The parser reads this text and drops it: the client never receives it.',
  'grammar-refuses':
    'Under llama-server, the grammar of the sampler does not allow this character here. Another runtime or a person wrote the reply.',
  'grammar-is-off': 'No grammar is active here: under llama-server, a model can write this reply.',
  'cut-off': 'The reply ends inside a call. The parser accepts that: the client receives the arguments that arrived.',
  unread: 'The parser stops before this text, without an error: the client never receives it.',
  'wanted-marker': 'The parser expects one of its markers here',
  'wanted-name': "The parser expects a declared tool's name here, and what ends it",
  'wanted-parameter': orders['required-in-schema-order'],
  'wanted-closer': 'The parser expects the marker that closes this part',
  'wanted-member': 'The parser expects the next member of a call here: the keys have a fixed order',
  'wanted-json': 'The parser expects valid JSON here',
  'wanted-number': 'The parser expects a valid JSON number here',
  'wanted-shallower': 'The values are nested more than 200 levels deep: Callscope stops here',
  'wanted-end': 'The parser expects the end of the reply here, or another call if the template allows several',
  'raises-NoMatch':
    'The reply does not match the parser that llama.cpp built for this template and these tools. The server returns HTTP 500: there is no fallback to text.',
  'raises-InvalidDiff':
    'The new result takes back text that was already sent. The server breaks off the stream with an error.',
  'raises-TemplateError':
    'The chat template cannot render the schema of a tool. The server refuses the request before the model runs.',
  'raises-SchemaError':
    'llama.cpp cannot read the schema of a tool. The server refuses the request before the model runs.',
} as const;

export type LlamacppCode = keyof typeof llamacppWords;

/** What says best why there is no call. */
export const telling: readonly LlamacppCode[] = ['reasoning-to-end'];

/** What follows from the step that decided. */
export const vague: readonly LlamacppCode[] = [
  'turns-thinking-on',
  'prompt-opens-reasoning',
  'begins-call',
  'grammar-refuses',
  'grammar-is-off',
];
