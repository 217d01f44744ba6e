export type {
  Ask,
  AskKind,
  Condition,
  EditedField,
  Lesson,
  LessonCase,
  LessonStep,
  Option,
  Prediction,
  Target,
} from '../../data/lessons/lesson.ts';
export type { Answer, Grade } from './answer.ts';
export { answerKinds, gradeAnswer, type Question, rendersTemplate, runtimesAsked } from './grade.ts';
export { type LessonReading, readLesson } from './read-lesson.ts';
