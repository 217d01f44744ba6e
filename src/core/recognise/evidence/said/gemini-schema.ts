import { phrasesOf, type Phrase } from './phrase.ts';

/** A keyword in the schema of a tool that the definitions of Gemini have no field for. */
// Source: adk-rust#330, for another keyword
export const unknownKeyword: readonly Phrase[] = phrasesOf(null, [
  {
    id: 'gemini-keyword',
    pattern:
      /\bUnknown name \\{0,6}"([$\w-]{1,40})\\{0,6}" at \\{0,4}'(?:request\.)?tools?\[[^'\n]{0,200}\b(?:parameters|schema|properties)\b[^'\n]{0,300}': Cannot find field/,
    isExact: true,
    causes: ['schema'],
    did: 'error',
    says: 'The schema of a tool has the keyword `$1`, for which Gemini has no field.',
    fix: 'Take that keyword out of the schema, in the client or in the proxy. Say what it means in the description of the parameter.',
  },
]);
