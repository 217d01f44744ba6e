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
export { type AnswerSheet, answerSheet } from './answer-sheet.ts';
export { answerKinds, outcomeChoices, type Question, rendersTemplate, runtimesAsked } from './asked.ts';
export { type Exercise, type ExerciseKind, makeExercise } from './exercise.ts';
export { gradeAnswer } from './grade.ts';
export { type LessonReading, readLesson } from './read-lesson.ts';
