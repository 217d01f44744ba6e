import { describe, expect, it } from 'vitest';
import {
  columnIds,
  comparedColumns,
  withBase,
  withOther,
} from '../../../../../src/app/views/prompt/template/columns.ts';

describe('which of the four prompts are compared', () => {
  it('the one without tools is the base, until another one is chosen', () => {
    expect(comparedColumns({ shown: 'calls', against: null })).toEqual({ base: 'plain', other: 'calls' });
    expect(comparedColumns({ shown: 'plain', against: 'call' })).toEqual({ base: 'call', other: 'plain' });
  });

  it('the conversations of the case are in no column', () => {
    expect(comparedColumns({ shown: 'before', against: 'after' })).toEqual({ base: 'plain', other: 'tools' });
    expect(comparedColumns({ shown: 'before', against: 'tools' })).toEqual({ base: 'tools', other: 'plain' });
  });

  it('nothing is compared with itself', () => {
    expect(comparedColumns({ shown: 'plain', against: null })).toEqual({ base: 'plain', other: 'tools' });
    for (const shown of columnIds) {
      for (const against of columnIds) {
        const { base, other } = comparedColumns({ shown, against });
        expect(base).not.toBe(other);
        for (const id of columnIds) {
          expect(withBase({ shown, against }, id).shown).not.toBe(id);
          const chosen = withOther({ shown, against }, id);
          expect(chosen.shown).not.toBe(chosen.against);
        }
      }
    }
  });

  it('a new base leaves the other one, and changes places with it where it was that one', () => {
    expect(withBase({ shown: 'calls', against: 'plain' }, 'tools')).toEqual({ shown: 'calls', against: 'tools' });
    expect(withBase({ shown: 'calls', against: 'plain' }, 'calls')).toEqual({ shown: 'plain', against: 'calls' });
  });

  it('a column that is pointed at becomes the other one, and the base stays the base', () => {
    expect(withOther({ shown: 'calls', against: 'plain' }, 'call')).toEqual({ shown: 'call', against: 'plain' });
    expect(withOther({ shown: 'calls', against: 'plain' }, 'plain')).toEqual({ shown: 'calls', against: 'plain' });
  });
});
