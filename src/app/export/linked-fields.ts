import type { SessionFields } from '../page/fields.ts';

/** The fields as a link holds what is in sight: of a log the one reply, and of Learn the page of a format that is in front. */
export function linkedFields(fields: SessionFields): SessionFields {
  if (fields.view === 'batch') return { ...fields, view: 'reply' };
  return holdsFormatPage(fields) || fields.formatPage === null ? fields : { ...fields, formatPage: null };
}

/** What a link to what is in sight opens, in a sentence. */
export function linkOpens(fields: SessionFields): string {
  if (fields.view === 'batch') return 'Opens this reply in Debug, in any browser.';
  if (leavesRuns(fields))
    return 'Opens the experiment in any browser, without its runs. The file that Save writes has them.';
  if (fields.view !== 'formats' || holdsFormatPage(fields)) return 'Opens this screen in any browser.';
  return 'Opens Learn in any browser, but not this place in it. The reply is in Debug.';
}

/** Whether an experiment is in sight: its runs are in this browser and in the file that is saved of it, and in no link. */
export function leavesRuns({ view, experiment }: Pick<SessionFields, 'view' | 'experiment'>): boolean {
  return view === 'prompt' && experiment !== '';
}

function holdsFormatPage({ view, formatPage, layout }: SessionFields): boolean {
  return view === 'formats' && formatPage !== null && layout.learn.section === 'formats';
}
