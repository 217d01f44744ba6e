/** Ids of lessons. */
type LessonId =
  | 'a-call-is-text'
  | 'someone-has-to-look'
  | 'same-call-other-format'
  | 'where-json-ends'
  | 'tags-have-no-escape'
  | 'what-the-model-was-shown';

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
};

/** The lesson that explains a kind of failure. */
export const lessonOfFailure: Readonly<Record<string, LessonId>> = {
  'wrong-parser': 'same-call-other-format',
  'damaged-markers': 'someone-has-to-look',
  'other-keys': 'same-call-other-format',
  'invalid-json': 'where-json-ends',
  'text-around': 'same-call-other-format',
};

/** The lesson in which one writes a format or meets it; the lesson about formats for all others. */
export const lessonOfFormat: Readonly<Record<string, LessonId>> = { hermes: 'someone-has-to-look' };
export const lessonOfOtherFormats: LessonId = 'same-call-other-format';
