import type { Ask, LessonCase, LessonStep } from '../../../../core/index.ts';
import type { SessionFields } from '../../../page/fields.ts';
import { emptyLinkState, emptyTemplate, type LinkState } from '../../../permalink/state.ts';

/** The case of a step as the page opens it. */
export function stateOf({ ask, case: { template, loop, ...given } }: Pick<LessonStep, 'ask' | 'case'>): LinkState {
  const hasResults = (loop?.results.length ?? 0) > 0;
  return {
    ...emptyLinkState,
    ...given,
    template:
      template === undefined
        ? null
        : {
            ...emptyTemplate,
            text: template.text,
            augmented: false,
            shown: hasResults ? 'after' : 'before',
            // What is edited is in front.
            inFront: !editedFields(ask).includes('system'),
          },
    loop: loop === undefined ? null : { asked: loop.asked, results: loop.results, strays: [], earlier: [], later: [] },
  };
}

/** The case on the page, as a lesson file has it: what is different from an empty page. */
export function caseOf(fields: SessionFields): LessonCase {
  const { text, native, profile, nativeToolCalls, selfContained, tools, system, thinking, reasoningParser } = fields;
  const given = { text, native, nativeToolCalls, selfContained, tools, system, thinking, reasoningParser };
  const different = Object.entries(given).filter(([key, value]) => value !== emptyLinkState[key as keyof LinkState]);
  const { recording, template } = fields;
  return {
    profile,
    ...Object.fromEntries(different),
    ...(recording === null ? {} : { recording: { lengths: recording.lengths, gaps: recording.gaps } }),
    ...(template === null ? {} : { template: { text: template.text } }),
  };
}

/** A step's case as it was edited on the page. */
export function editedCase(
  given: LessonCase,
  { text, native, profile, tools, system, reasoningParser, template }: SessionFields,
): LessonCase {
  return {
    ...given,
    text,
    native,
    profile,
    tools,
    system,
    reasoningParser,
    ...(template === null ? {} : { template: { text: template.text } }),
  };
}

/** A step's case as it is graded: from the page comes only what its question lets one edit. */
export function gradedCase({ ask, case: given }: Pick<LessonStep, 'ask' | 'case'>, fields: SessionFields): LessonCase {
  const edited = Object.entries(editedCase(given, fields)).filter(([key]) => editedFields(ask).includes(key));
  return { ...given, ...Object.fromEntries(edited) };
}

/** What decides how a reply is read, and what is read. */
const compared = [
  'text',
  'native',
  'profile',
  'tools',
  'system',
  'reasoningParser',
  'thinking',
  'nativeToolCalls',
  'selfContained',
] as const;

/** Whether the page shows the case of a step, apart from what its question lets one edit. */
export function showsCase(step: Pick<LessonStep, 'ask' | 'case'>, fields: SessionFields): boolean {
  const state = stateOf(step);
  const edited = editedFields(step.ask);
  const isSameTemplate = edited.includes('template')
    ? fields.template !== null
    : (state.template?.text ?? '') === (fields.template?.text ?? '');
  return isSameTemplate && compared.every((key) => edited.includes(key) || state[key] === fields[key]);
}

/** Whether nobody has edited what a question lets one edit. */
export function isUntouched(step: Pick<LessonStep, 'ask' | 'case'>, fields: SessionFields): boolean {
  const given = stateOf(step);
  return editedFields(step.ask).every((key) =>
    key === 'template'
      ? given.template?.text === fields.template?.text
      : given[key as keyof LinkState] === fields[key as keyof LinkState],
  );
}

/** What a question lets one edit. */
function editedFields(ask: Ask): readonly string[] {
  return 'edit' in ask ? ask.edit : [];
}

/** Whether the engine's answer gives away that of the question. */
export function hidesAnswer(ask: Ask): boolean {
  return !('edit' in ask);
}
