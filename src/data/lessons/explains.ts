/** Ids of lessons. */
export type LessonId =
  | 'a-call-is-text'
  | 'someone-has-to-look'
  | 'same-call-other-format'
  | 'where-json-ends'
  | 'tags-have-no-escape'
  | 'what-the-model-was-shown'
  | 'types-are-agreed'
  | 'when-may-it-be-shown'
  | 'thinking-and-quoting'
  | 'not-on-the-menu'
  | 'the-loop'
  | 'forced-output';

/** The lesson that explains a diagnosis, by its code; none where no lesson does. */
export const lessonOfDiagnosis: Readonly<Record<string, LessonId>> = {
  D01: 'same-call-other-format',
  D02: 'same-call-other-format',
  D03: 'someone-has-to-look',
  D04: 'someone-has-to-look',
  D05: 'someone-has-to-look',
  D06: 'a-call-is-text',
  D07: 'a-call-is-text',
  D08: 'where-json-ends',
  D09: 'where-json-ends',
  D10: 'where-json-ends',
  D11: 'where-json-ends',
  D12: 'where-json-ends',
  D13: 'tags-have-no-escape',
  D14: 'what-the-model-was-shown',
  D15: 'types-are-agreed',
  D16: 'not-on-the-menu',
  D18: 'same-call-other-format',
  D19: 'thinking-and-quoting',
  D20: 'thinking-and-quoting',
  D21: 'thinking-and-quoting',
  D22: 'not-on-the-menu',
  D23: 'not-on-the-menu',
  D24: 'when-may-it-be-shown',
  D25: 'when-may-it-be-shown',
  D26: 'the-loop',
  D27: 'forced-output',
  D28: 'types-are-agreed',
  D29: 'not-on-the-menu',
  D32: 'when-may-it-be-shown',
  D33: 'types-are-agreed',
  D34: 'types-are-agreed',
  D35: 'someone-has-to-look',
  D36: 'tags-have-no-escape',
  D37: 'the-loop',
  D38: 'the-loop',
  D39: 'thinking-and-quoting',
  D40: 'someone-has-to-look',
};

/** The lesson that explains a kind of failure. */
export const lessonOfFailure: Readonly<Record<string, LessonId>> = {
  'wrong-parser': 'same-call-other-format',
  'damaged-markers': 'someone-has-to-look',
  'other-keys': 'same-call-other-format',
  'invalid-json': 'where-json-ends',
  'text-around': 'same-call-other-format',
  'encoded-twice': 'types-are-agreed',
  'quoted-call': 'thinking-and-quoting',
  reasoning: 'thinking-and-quoting',
  'unknown-tool': 'not-on-the-menu',
  'missing-argument': 'not-on-the-menu',
  'wrong-type': 'types-are-agreed',
  'stream-differs': 'when-may-it-be-shown',
  'merged-deltas': 'when-may-it-be-shown',
  'server-error': 'where-json-ends',
  'reply-lost': 'not-on-the-menu',
  'cut-off': 'forced-output',
};

/** The lesson in which one meets a format; the lesson about formats where there is none of its own. */
export const lessonOfFormat: Readonly<Record<string, LessonId>> = {
  hermes: 'someone-has-to-look',
  'qwen3-coder-xml': 'tags-have-no-escape',
  'minimax-m2': 'when-may-it-be-shown',
};
export const lessonOfOtherFormats: LessonId = 'same-call-other-format';
