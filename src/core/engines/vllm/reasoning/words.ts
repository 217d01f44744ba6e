/** Words that the reasoning parsers share. */
export const reasoningWords = {
  closes: {
    question: 'Does the thinking end?',
    missing: 'the reply has no end of thinking',
    yes: 'What follows is the answer: the tool parser gets it.',
    no: 'The reasoning parser takes all of it for thinking: the tool parser gets nothing.',
  },
  'dropped-before-opener': 'The reasoning parser drops the text before the tag that opens the thinking.',
  'ended-by-call': 'This marker of a call ends the thinking, also where it is only a word in a sentence.',
  'tag-removed': 'The reasoning parser removes this tag everywhere, also inside of arguments.',
  'thinking-off': 'The request turns thinking off: the reasoning parser passes everything on, tags included.',
} as const;

export type ReasoningCode = keyof typeof reasoningWords;
