import { diagnosisCatalogue, elsewhere } from '../../../core/index.ts';
import { examples } from '../../page/gallery/examples.ts';
import { failures, kindLabel } from '../../page/gallery/failures.ts';
import { failureText } from '../learn/search-failures.ts';
import { openExample, openFailure } from '../learn/open-example.ts';
import { glossary } from '../learn/glossary.ts';
import { lessonList } from '../../../data/lessons/index.ts';
import type { Command } from './commands.ts';
import { entry } from './entries.ts';

// Fetched when the palette opens: these texts are much larger than the palette.

const diagnosisEntries = diagnosisCatalogue.map(({ code, name, meaning, remedy }) =>
  entry(
    'Diagnoses',
    {
      id: `diagnosis-${code}`,
      keys: null,
      label: `${code} ${name.replaceAll('-', ' ')}`,
      words: `${name} ${remedy}`,
      run: ({ page }) => {
        page.session.openLearn({ section: 'diagnoses', code });
      },
    },
    meaning,
  ),
);

const exampleEntries = examples.map((example) =>
  entry(
    'Examples',
    {
      id: `example-${example.id}`,
      keys: null,
      label: example.title,
      words: `${example.lesson} ${example.state.profile}`,
      run: ({ page }) => {
        openExample(page.session, example);
      },
    },
    example.group,
  ),
);

const failureEntries = failures.map((failure) =>
  entry(
    'Failures',
    {
      id: `failure-${failure.id}`,
      keys: null,
      label: failure.title.replaceAll('`', ''),
      words: failureText(failure, () => []),
      run: ({ page }) => {
        openFailure(page.session, failure);
      },
    },
    `${failure.engine}: ${kindLabel(failure.kind)}`,
  ),
);

const lessonEntries = lessonList.map((lesson) =>
  entry(
    'Lessons',
    {
      id: `lesson-${lesson.id}`,
      keys: null,
      label: lesson.title,
      words: `${lesson.about} lesson learn`,
      run: ({ page }) => {
        page.session.openLearn({ section: 'lessons' });
        void import('../learn/lessons/lessons.svelte.ts').then(
          ({ Lessons }) => page.of(Lessons).open(lesson.id),
          // The path, which is open by then, says that it could not be loaded.
          () => undefined,
        );
      },
    },
    lesson.about,
  ),
);

const exerciseEntry = entry(
  'Lessons',
  {
    id: 'make-exercise',
    keys: null,
    label: 'Make an exercise of this reply',
    words: 'lesson question quiz teach teacher class make your own',
    run: ({ page }) => {
      page.session.openLearn({ section: 'lessons' });
      void import('../learn/lessons/exercises.svelte.ts').then(
        ({ Exercises }) => {
          page.of(Exercises).show();
        },
        () => undefined,
      );
    },
  },
  'Callscope solves it before your class does',
);

/** Programs around an engine: the list of servers says what to choose instead. */
const programEntries = elsewhere
  .filter(({ project }) => project === null)
  .map(({ name, also, about }) =>
    entry(
      'Servers',
      {
        id: `program-${name}`,
        keys: null,
        label: name,
        words: also,
        run: ({ show }) => {
          show('runtime');
        },
      },
      about,
    ),
  );

const openWords: Command['run'] = ({ page }) => {
  page.session.openLearn({ section: 'words' });
};

const wordEntries = [
  entry('Words', { id: 'words', keys: null, label: 'Glossary', words: 'terms meaning learn', run: openWords }),
  ...glossary.map(({ word, meaning, also = '' }) =>
    entry(
      'Words',
      { id: `word-${word}`, keys: null, label: word, words: `${also} glossary what is`, run: openWords },
      meaning.replaceAll('`', ''),
    ),
  ),
];

/** The words of the page, the lessons, the diagnoses, the examples, the famous failures, and programs that are no server. */
export const contentEntries = [
  ...programEntries,
  ...diagnosisEntries,
  ...exampleEntries,
  ...failureEntries,
  ...lessonEntries,
  exerciseEntry,
  ...wordEntries,
];
