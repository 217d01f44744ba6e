import { describe, expect, it } from 'vitest';
import { viewIds } from '../../../src/app/page/fields.ts';
import { commands } from '../../../src/app/views/commands/commands.ts';
import { views } from '../../../src/app/views.ts';

describe('the views', () => {
  it('have one row each, in the order of their ids', () => {
    expect(Object.keys(views)).toEqual(viewIds);
    expect(new Set(Object.values(views).map(({ label }) => label)).size).toBe(viewIds.length);
  });

  it('have one command each', () => {
    const ofViews = commands.filter(({ id }) => id.startsWith('view-'));
    expect(ofViews.map(({ id, keys, label }) => [id, keys, label])).toEqual(
      viewIds.map((id) => [`view-${id}`, views[id].key, `View: ${views[id].label}`]),
    );
  });

  it('are fetched when they are shown, all but the first', () => {
    expect(viewIds.filter((id) => views[id].load === null)).toEqual(['reply']);
  });
});
