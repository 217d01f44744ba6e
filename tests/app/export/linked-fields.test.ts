import { describe, expect, it } from 'vitest';
import { linkedFields, linkOpens } from '../../../src/app/export/linked-fields.ts';
import { emptySessionFields, type LearnSection, type SessionFields } from '../../../src/app/page/fields.ts';

function learn(section: LearnSection, formatPage: string | null): SessionFields {
  const { layout } = emptySessionFields;
  return {
    ...emptySessionFields,
    view: 'formats',
    formatPage,
    layout: { ...layout, learn: { ...layout.learn, section } },
  };
}

describe('what a link to the page opens', () => {
  it('is the screen where the link holds it', () => {
    for (const view of ['reply', 'stream', 'loop', 'compare', 'prompt'] as const)
      expect(linkOpens({ ...emptySessionFields, view })).toBe('Opens this screen in any browser.');
    expect(linkOpens(learn('formats', 'hermes'))).toBe('Opens this screen in any browser.');
    expect(linkedFields(learn('formats', 'hermes')).formatPage).toBe('hermes');
  });

  it('is an experiment without its runs, where one is in sight', () => {
    const experiment = { ...emptySessionFields, view: 'prompt', experiment: '{}' } as const;
    expect(linkOpens(experiment)).toContain('without its runs');
    expect(linkOpens({ ...experiment, view: 'reply' })).toBe('Opens this screen in any browser.');
  });

  it('is one reply of a log', () => {
    const log = { ...emptySessionFields, view: 'batch' } as const;
    expect(linkedFields(log).view).toBe('reply');
    expect(linkOpens(log)).toContain('Opens this reply in Debug');
  });

  it.each(['lessons', 'examples', 'failures', 'diagnoses', 'engines', 'words'] as const)(
    'is no place in Learn, and no format that was looked at before: %s',
    (section) => {
      expect(linkOpens(learn(section, null))).toContain('not this place in it');
      expect(linkOpens(learn(section, 'hermes'))).toContain('not this place in it');
      expect(linkedFields(learn(section, 'hermes')).formatPage).toBeNull();
    },
  );
});
