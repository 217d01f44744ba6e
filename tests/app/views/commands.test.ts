import { describe, expect, it } from 'vitest';
import { commands, keyNames, type CommandScope } from '../../../src/app/views/commands/commands.ts';
import { KeyReader, type Press } from '../../../src/app/views/commands/key-reader.ts';
import { twice } from '../../twice.ts';

function press(key: string, rest: Partial<Press> = {}): Press {
  return {
    key,
    code: `Key${key.toUpperCase()}`,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    repeat: false,
    timeStamp: 10_000,
    ...rest,
  };
}

/** What a row of keys means to a new reader: the answer to each. */
function read(presses: readonly Press[], { isMac = false, letters = true } = {}): (string | null)[] {
  const reader = new KeyReader(isMac);
  return presses.map((one) => {
    const answer = reader.read(one, letters);
    return answer === null || answer === 'more' ? answer : answer.id;
  });
}

describe('the table', () => {
  const keys = commands.flatMap((command) => command.keys ?? []);

  it('has every id, every label and every key once', () => {
    expect(twice(commands.map(({ id }) => id))).toEqual([]);
    expect(twice(commands.map(({ label }) => label))).toEqual([]);
    expect(
      twice(keys),
      'These keys are taken. Choose others in src/app/views.ts and src/app/views/reply/drawers.ts, or in the command.',
    ).toEqual([]);
  });

  it('has no key that is the beginning of two: it would never be waited for', () => {
    const firsts = new Set(keys.filter((key) => key.includes(' ')).map((key) => key.split(' ')[0]));
    expect(keys.filter((key) => firsts.has(key))).toEqual([]);
  });

  it('takes no key with Ctrl but that of the palette, and outside of fields that of undoing', () => {
    expect(keys.filter((key) => key.includes('+'))).toEqual(['Mod+k', 'Mod+z']);
    expect(commands.filter(({ leavesFields }) => leavesFields === true).map(({ id }) => id)).toEqual(['undo']);
    expect(keys.filter((key) => !key.includes('+') && !/^\S( \S)?$/.test(key))).toEqual([]);
  });

  it('undoes by the newest notice that offers it', () => {
    const done: string[] = [];
    const notice = (label: string) => ({ action: { label, run: () => done.push(label) } });
    const session = { notices: [notice('Undo'), notice('Show it'), {}] };
    void commands.find(({ id }) => id === 'undo')?.run({ page: { session } } as unknown as CommandScope);
    expect(done).toEqual(['Undo']);
  });

  it('is reached by its keys', () => {
    for (const command of commands) {
      if (command.keys === null || command.keys.includes('+')) continue;
      const answers = read(command.keys.split(' ').map((key) => press(key, { shiftKey: key === '?' })));
      expect(answers.at(-1)).toBe(command.id);
    }
  });
});

describe('reading keys', () => {
  it('waits for the second of two, but not for long', () => {
    expect(read([press('g'), press('p')])).toEqual(['more', 'view-prompt']);
    expect(read([press('p')])).toEqual(['previous-step']);
    expect(read([press('g', { timeStamp: 0 }), press('p', { timeStamp: 5000 })])).toEqual(['more', 'previous-step']);
    expect(read([press('g'), press('q'), press('p')])).toEqual(['more', null, 'previous-step']);
  });

  it('knows the palette by Ctrl or ⌘, whichever the keyboard has, also where somebody writes', () => {
    const withCtrl = press('k', { ctrlKey: true });
    const withMeta = press('k', { metaKey: true });
    expect(read([withCtrl, withMeta], { letters: false })).toEqual(['palette', null]);
    expect(read([withCtrl, withMeta], { letters: false, isMac: true })).toEqual([null, 'palette']);
    expect(read([press('л', { code: 'KeyK', ctrlKey: true })])).toEqual(['palette']);
    expect(read([press('K', { ctrlKey: true, shiftKey: true }), press('k', { ctrlKey: true, altKey: true })])).toEqual([
      null,
      null,
    ]);
  });

  it('leaves letters with Ctrl, Alt or ⌘ to the browser, and all of them where somebody writes', () => {
    for (const rest of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }, { shiftKey: true }]) {
      expect(read([press('s', rest)])).toEqual([null]);
    }
    expect(read([press('s'), press('?'), press('g'), press('r')], { letters: false })).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('takes a slash that needs AltGr, and a letter under Caps Lock', () => {
    expect(read([press('/', { ctrlKey: true, altKey: true, code: 'Digit7' })])).toEqual(['focus-reply']);
    expect(read([press('S')])).toEqual(['share']);
  });

  it('repeats steps while a key is held, and nothing else', () => {
    expect(read([press('n', { repeat: true }), press('t', { repeat: true })])).toEqual(['next-step', null]);
  });
});

describe('the names of keys', () => {
  it('are those of the keyboard', () => {
    expect(keyNames('Mod+k', false)).toEqual(['Ctrl+K']);
    expect(keyNames('Mod+k', true)).toEqual(['⌘K']);
    expect(keyNames('g r', false)).toEqual(['g', 'r']);
  });
});
