/** Words that the reasoning parsers share. */
export const reasoningWords = {
  'is-thinking': {
    question: 'Does the server take the reply for thinking, or does the reply open its thinking?',
    missing: 'nothing says that the reply begins with thinking',
    yes: 'The text up to the end of the thinking is reasoning.',
    no: 'The reasoning parser passes the whole reply on.',
  },
  closes: {
    question: 'Does the thinking end?',
    missing: 'the reply has no end of thinking',
    yes: 'What follows is the answer: the tool parser gets it.',
    no: 'The reasoning parser takes all of it for thinking: the tool parser gets nothing.',
  },
  'ended-by-call': 'No closing tag follows anywhere: this marker of a call ends the thinking.',
  'opener-kept': 'This opening tag is not at the very start: it stays in the reasoning as text.',
  'reasoning-promoted': 'The answer is empty, and the request asks for one: the thinking becomes the answer.',
} as const;
