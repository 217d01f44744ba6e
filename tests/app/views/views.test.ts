import { describe, expect, it } from 'vitest';
import { viewIds, type ViewId } from '../../../src/app/page/fields.ts';
import { commands } from '../../../src/app/views/commands/commands.ts';
import { viewCode } from '../../../src/app/view-code.ts';
import { doors, views } from '../../../src/app/views.ts';
import { drawers } from '../../../src/app/views/reply/drawers.ts';
import { twice } from '../../twice.ts';

describe('the views', () => {
  it('have one row each, in the order of their ids', () => {
    expect(Object.keys(views), 'Put the rows of src/app/views.ts in the order of `viewIds`.').toEqual(viewIds);
    expect(twice(Object.values(views).map(({ label }) => label))).toEqual([]);
  });

  it('have one command each: those that a door leads to, and the drawers', () => {
    const keysOf = (prefix: string): unknown[] =>
      commands.filter(({ id }) => id.startsWith(prefix)).map(({ keys }) => keys);
    expect(keysOf('view-')).toEqual(['reply', 'prompt', 'batch', 'formats'].map((id) => views[id as ViewId].key));
    expect(keysOf('drawer-')).toEqual(drawers.map(({ key }) => key));
    // Prompt has a button that leads to many replies.
    const led: ViewId[] = [...doors.map(({ view }) => view), ...drawers.map(({ view }) => view), 'batch'];
    expect(
      viewIds.filter((id) => !led.includes(id)),
      'Nothing leads to these views. Give one of Debug a drawer in src/app/views/reply/drawers.ts; of another door, name it here once a button opens it.',
    ).toEqual([]);
  });

  it('belong to three doors, each of which leads to one of its own', () => {
    expect(doors.map(({ id, view }) => [id, views[view].door])).toEqual([
      ['debug', 'debug'],
      ['prompt', 'prompt'],
      ['learn', 'learn'],
    ]);
  });

  it('are fetched when they are shown, all but the first', () => {
    expect(
      ['reply', ...Object.keys(viewCode)],
      'Put the rows of src/app/view-code.ts in the order of `viewIds`.',
    ).toEqual(viewIds);
  });
});
