import { flushSync } from 'svelte';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { applyEdit } from '../../../src/core/index.ts';
import { emptyLinkState } from '../../../src/app/permalink/state.ts';
import { correctRuntime } from '../../../src/app/page/correct-runtime.ts';
import { examples } from '../../../src/app/page/gallery/examples.ts';
import { pickForBrowser, pickForLink } from '../../../src/app/page/fields.ts';
import type { Notice } from '../../../src/app/page/notices.ts';
import { Session } from '../../../src/app/page/session.svelte.ts';
import { loadProjects, projectInfos } from '../../../src/core/reader/index.ts';
import { diagnosed } from '../../readings.ts';

function withText(text: string): Session {
  const session = new Session();
  session.setText(text);
  return session;
}

describe('the gateway', () => {
  // An effect that calls a method must not run again because of what the method read.
  const calls: [string, (session: Session) => void][] = [
    [
      'setText',
      (session) => {
        session.setText('a');
      },
    ],
    [
      'paste.receiveRaw',
      (session) => {
        void session.paste.receiveRaw('{"role": "assistant", "content": "a"}');
      },
    ],
    [
      'paste.receive',
      (session) => {
        void session.paste.receive('{"role": "assistant", "content": "a"}');
      },
    ],
    [
      'setRuntime',
      (session) => {
        session.setRuntime('exathena-head');
      },
    ],
    [
      'set',
      (session) => {
        session.set({ step: 3 });
      },
    ],
    [
      'setTab',
      (session) => {
        session.setTab('raw');
      },
    ],
    [
      'open',
      (session) => {
        session.open({ ...emptyLinkState, text: 'b' }, 'A link');
      },
    ],
    [
      'say',
      (session) => {
        session.say({ kind: 'link', tone: 'info', text: 'x' });
      },
    ],
    [
      'dismiss',
      (session) => {
        session.dismiss('link');
      },
    ],
  ];
  it.each(calls)('%s subscribes nobody', (_name, call) => {
    const session = withText('own work');
    let runs = 0;
    const stop = $effect.root(() => {
      $effect(() => {
        runs += 1;
        if (runs < 5) call(session);
      });
    });
    flushSync();
    session.set({ note: 'another change' });
    flushSync();
    stop();
    expect(runs).toBe(1);
  });
});

describe('text', () => {
  it('comes in with LF line ends and keeps a lone CR', () => {
    expect(withText('a\r\nb\rc').fields.text).toBe('a\nb\rc');
  });

  it('comes in with them from a link, an example or storage too, and a recording of the longer text goes', () => {
    const crlf = 'a\r\nb\rc';
    const state = {
      ...emptyLinkState,
      text: crlf,
      native: crlf,
      tools: crlf,
      system: crlf,
      recording: { lengths: [3, 3], gaps: [0, 0] },
      compare: { text: crlf, profile: 'auto', nativeToolCalls: 'absent', selfContained: false } as const,
    };
    const ways: ((session: Session) => void)[] = [
      (session) => session.open(state, 'The link'),
      (session) => session.restore(state, null),
    ];
    for (const way of ways) {
      const session = new Session();
      way(session);
      const { text, native, tools, system, recording, compare } = session.fields;
      expect([text, native, tools, system, compare?.text]).toEqual(Array(5).fill('a\nb\rc'));
      expect(recording).toBeNull();
    }
  });

  it('is kept with its own line ends until it becomes another one, and comes back with them', () => {
    const session = new Session();
    const crlf = 'a\r\nb\rc\r\n';
    session.open({ ...emptyLinkState, text: crlf }, 'The link');
    expect([session.fields.text, session.fields.crlfText, session.kept.text]).toEqual(['a\nb\rc\n', crlf, crlf]);
    session.open({ ...emptyLinkState, text: crlf }, 'The same link');
    expect(session.before).toBeNull();
    session.setText('other', 'typed');
    expect([session.fields.crlfText, session.kept.text]).toEqual([null, 'other']);
    session.open({ ...emptyLinkState, text: crlf }, 'The link');
    session.open({ ...emptyLinkState, text: 'plain' }, 'Another link');
    expect([session.fields.crlfText, session.before?.text]).toEqual([null, 'other']);
    session.setText(`${crlf}d`, 'typed');
    expect(session.fields.crlfText).toBeNull();
  });

  it('comes back with its line ends from what was there before, and from storage', async () => {
    const session = new Session();
    const crlf = 'my own\r\nwork';
    await session.paste.receive(
      JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content: crlf } }] }),
    );
    expect([session.fields.text, session.fields.crlfText]).toEqual(['my own\nwork', crlf]);
    session.open({ ...emptyLinkState, text: 'plain' }, 'The link');
    const stored = session.before;
    session.goBack();
    expect([session.fields.text, session.fields.crlfText]).toEqual(['my own\nwork', crlf]);
    const other = new Session();
    other.restore({ text: crlf }, stored);
    expect([other.fields.text, other.fields.crlfText]).toEqual(['my own\nwork', crlf]);
  });

  it('that came with other line ends is said to be changed, from a link and from a response', async () => {
    const session = new Session();
    const said = (): string => session.notices.map(({ text }) => text).join(' ');
    session.open({ ...emptyLinkState, text: 'a\r\nb' }, 'The link');
    expect(said()).toContain('line ends `\\r\\n`');
    session.open({ ...emptyLinkState, text: 'a\nb' }, 'The link');
    expect(said()).not.toContain('line ends');
    const response = { choices: [{ index: 0, message: { role: 'assistant', content: 'a\r\nb' } }] };
    await session.paste.receive(JSON.stringify(response));
    expect([session.fields.text, said()]).toEqual(['a\nb', expect.stringContaining('line ends `\\r\\n`')]);
  });
});

describe('an edit that is offered', () => {
  it('gives what it promises, whatever the line ends are', () => {
    const broken = ['Sure.', '', '<tool_call>', '{"name": "f", "arguments": {"a": 1,', '"b": [2,]}}', '</tool_call>'];
    const lineEnd = fc.constantFrom('\n', '\r\n', '\r', '\r\r\n', '\n\r');
    fc.assert(
      fc.property(fc.array(lineEnd, { minLength: 6, maxLength: 6 }), (ends) => {
        const text = broken.map((line, index) => line + (ends[index] ?? '')).join('');
        const session = new Session();
        session.open({ ...emptyLinkState, text }, 'The link');
        const reading = diagnosed({ text: session.fields.text }, { runtime: 'format:hermes' });
        expect(reading.document).toBe(session.fields.text);
        for (const { edit } of reading.diagnoses) {
          if (edit === null) continue;
          const promised = applyEdit(session.fields.text, edit);
          session.applyEdit(edit, reading.parts);
          expect(session.fields.text).toBe(promised);
          session.notices.find(({ kind }) => kind === 'edit')?.action?.run();
          expect(session.fields.text).toBe(reading.document);
        }
      }),
    );
  });
});

describe('a pasted response', () => {
  const response = '{"role": "assistant", "content": null, "tool_calls": [{"id": "c", "name": "f"}]}';

  it('is taken apart and shown where its parts are', async () => {
    const session = new Session();
    await session.paste.receive(response);
    expect(session.fields).toMatchObject({
      text: '',
      native: '[{"id": "c", "name": "f"}]',
      raw: response,
      layout: { tab: 'native' },
    });
  });

  it('can be kept as text', async () => {
    const session = new Session();
    await session.paste.receive(response);
    session.notices[0]?.action?.run();
    expect(session.fields).toMatchObject({ text: response, native: '', layout: { tab: 'reply' } });
    expect(session.notices).toEqual([]);
  });

  it('is plain text where it is none', async () => {
    const session = new Session();
    await session.paste.receive('{"name": "f", "arguments": {}}');
    expect(session.fields.text).toBe('{"name": "f", "arguments": {}}');
    expect(session.notices).toEqual([]);
  });
});

describe('a pasted log', () => {
  const event = (content: string): string => `data: {"choices":[{"delta":{"content":${JSON.stringify(content)}}}]}\n\n`;

  it('becomes its text, with the chunks it came in', async () => {
    const session = new Session();
    await session.paste.receive(`${event('Oil')}${event(' is low.')}data: [DONE]\n\n`);
    expect(session.fields).toMatchObject({ text: 'Oil is low.', recording: { lengths: [3], gaps: [] } });
    expect(session.notices[0]?.text).toBe('Recognised: an OpenAI chat-completions stream.');
  });

  it('loses its chunks with its text', async () => {
    const session = new Session();
    await session.paste.receive(event('Oil') + event(' is low.'));
    session.set({ note: 'kept' });
    expect(session.fields.recording).not.toBeNull();
    session.setText('Oil.');
    expect(session.fields.recording).toBeNull();
  });

  it('has no chunks where line ends changed', async () => {
    const session = new Session();
    await session.paste.receive(event('Oil\r') + event('\nis low.'));
    expect(session.fields).toMatchObject({ text: 'Oil\nis low.', recording: null });
  });
});

describe('a raw response', () => {
  it('fills text and native calls, and the newest one counts', async () => {
    const session = new Session();
    const older = session.paste.receiveRaw('{"role": "assistant", "content": "older"}');
    await Promise.all([older, session.paste.receiveRaw('{"role": "assistant", "content": "newer"}')]);
    expect(session.fields).toMatchObject({ text: 'newer', native: '' });
    expect(session.notices[0]?.text).toBe('Recognised: an OpenAI message.');
  });
});

describe('a pasted reply', () => {
  const reply = 'vllm serve Qwen/Qwen3-8B gives me this: <tool_call>{"name": "f"}';

  it('is kept as the paste as well, which proves something, and comes back as both', async () => {
    const session = new Session();
    await session.paste.receive(reply);
    expect(session.fields.raw).toBe('');
    for (const receive of ['open', 'restore'] as const) {
      const other = new Session();
      if (receive === 'open') other.open(pickForLink(session.kept), 'A link');
      else other.restore(session.kept, null);
      expect([other.fields.text, other.fields.raw, other.paste.content]).toEqual([reply, '', reply]);
      // From there it goes on.
      expect(other.kept).toMatchObject({ raw: reply });
    }
  });

  it('proves nothing once it is another text, nor does one that was typed', async () => {
    const session = new Session();
    await session.paste.receive(reply);
    session.setText(`${reply}.`);
    expect(session.kept.raw).toBe('');
    const typed = new Session();
    typed.setText(reply);
    expect(typed.kept.raw).toBe('');
  });

  it('is a paste again where one goes back to it', async () => {
    const session = new Session();
    await session.paste.receive(reply);
    session.open({ ...emptyLinkState, text: 'theirs' }, 'A link');
    expect(session.paste.content).toBe('');
    session.goBack();
    expect([session.fields.raw, session.paste.content]).toEqual(['', reply]);
  });

  it('a response stays beside its reply', () => {
    const session = new Session();
    session.open({ ...emptyLinkState, text: 'Hello.', raw: '{"content": "Hello."}' }, 'A link');
    expect([session.fields.raw, session.paste.content]).toEqual(
      Array.from({ length: 2 }, () => '{"content": "Hello."}'),
    );
  });
});

describe('opening something else', () => {
  it('keeps own work, and going back goes back', () => {
    const session = withText('my work');
    session.open({ ...emptyLinkState, text: 'theirs' }, 'A link');
    expect(session.fields.text).toBe('theirs');
    session.goBack();
    expect(session.fields.text).toBe('my work');
    session.goBack();
    expect(session.fields.text).toBe('theirs');
  });

  it('is no longer taken back by “Undo” once something else was changed: that would go too', () => {
    const session = withText('my work');
    session.open({ ...emptyLinkState, text: 'theirs' }, 'A link');
    session.goBack();
    const undo = () => session.notices.find(({ action }) => action?.label === 'Undo');
    session.setView('prompt');
    expect(undo()?.text).toBe('Back to what you had.');
    session.set({ system: 'Be brief.' });
    expect(undo()).toBeUndefined();
  });

  it('leaves what is true of the page, and the way back stays beside what is said later', () => {
    const session = withText('my work');
    const damaged: Notice = { kind: 'damaged', tone: 'warn', text: 'The saved work is damaged.' };
    session.say(damaged);
    session.open({ ...emptyLinkState, text: 'theirs' }, 'A link');
    session.say({ kind: 'history', tone: 'warn', text: 'The history could not be saved.' });
    const [first, way] = session.notices;
    expect(first).toBe(damaged);
    expect([way?.kind, way?.isKept, way?.action?.label]).toEqual(['replaced', true, 'Back to what you had']);
  });

  it('says nothing where nothing of one’s own is replaced', () => {
    const session = new Session();
    const [first, second] = examples;
    if (first === undefined || second === undefined) throw new Error('two examples');
    session.open(first.state, 'An example');
    session.open(second.state, 'An example');
    expect([session.notices, session.before]).toEqual([[], null]);
    session.setText('changed');
    session.open(first.state, 'An example');
    expect(session.before?.text).toBe('changed');
  });

  it('answers with the default for a runtime it does not know, and names those that are near', async () => {
    const session = new Session();
    session.open({ ...emptyLinkState, text: 'x', profile: 'klingon' }, 'A link');
    // Only the worker knows all runtimes; it answers with the one that it took.
    const answer = projectInfos(await loadProjects());
    const correct = (asked: string): void => {
      correctRuntime(session, asked, { id: 'auto', label: 'Any format' }, () => Promise.resolve({ ok: true, answer }));
    };
    correct('klingon');
    expect(session.fields.profile).toBe('auto');
    await vi.waitFor(() => {
      expect(session.notices[0]?.text).toContain('klingon');
    });
    session.setRuntime('ollama:generic:{');
    correct('ollama:generic:{');
    await vi.waitFor(() => {
      expect(session.notices[0]?.text).toContain('Choose a server. Near this id: "ollama:generic:brace", ');
    });
  });
});

describe('an edit', () => {
  it('changes the part it points into and can be undone', () => {
    const session = new Session();
    session.setText('Hi');
    session.set({ native: '[{"function": {"name": "f", "arguments": {}}}]' });
    const extraction = diagnosed({ text: session.fields.text, tool_calls_text: session.fields.native });
    const edit = extraction.diagnoses[0]?.edit;
    if (!edit) throw new Error('an edit');
    session.applyEdit(edit, extraction.parts);
    expect(session.fields.text).toBe('Hi');
    expect(`Hi\n\n${session.fields.native}`).toBe(applyEdit(extraction.document, edit));
    session.notices[0]?.action?.run();
    expect(session.fields.native).toBe('[{"function": {"name": "f", "arguments": {}}}]');
  });
});

describe('the edits of a pasted text', () => {
  const pasted = 'The tide is high, and the harbour is full of boats.';

  it('are said as long as the text is not what was pasted', async () => {
    const session = new Session();
    await session.paste.receive(pasted);
    const isEdited = (): boolean => session.fields.edited;
    expect(isEdited()).toBe(false);
    session.setText(pasted.replace('high', 'low'));
    expect(isEdited()).toBe(true);
    session.setText(pasted);
    expect(isEdited()).toBe(false);
    session.setText('Nothing of it is left: this was written by another model, later.');
    expect(isEdited()).toBe(false);
  });

  it('are said however much a fix changed, after a reload and in a link', async () => {
    const session = new Session();
    await session.paste.receive('{"choices":[{"message":{"content":"<think>ok</think> {\\"name\\": \\"play\\"}"}}]}');
    const { text } = session.fields;
    expect([text.startsWith('<think>'), session.fields.edited]).toEqual([true, false]);
    const insert = `<tool_call>\n{"name": "play", "arguments": {}}\n</tool_call>`;
    const parts = { text: { from: 0, to: text.length }, native: null };
    session.applyEdit({ label: 'Convert', changes: [{ span: { from: 0, to: text.length }, insert }] }, parts);
    expect(session.fields.edited).toBe(true);
    session.setText(`${insert}.`);
    expect(session.fields.edited).toBe(true);

    const reloaded = new Session();
    reloaded.restore(pickForBrowser(session.fields), null);
    expect(reloaded.fields.edited).toBe(true);
    const receiver = new Session();
    receiver.open(pickForLink(session.kept), 'A link');
    receiver.setText(insert);
    expect(receiver.fields.edited).toBe(true);

    session.setText(text);
    expect(session.fields.edited).toBe(false);
    const unedited = new Session();
    unedited.restore(pickForBrowser(session.kept), null);
    expect(unedited.fields.edited).toBe(false);
    unedited.setText(`${text}.`);
    expect(unedited.fields.edited).toBe(true);
  });

  it('are none where a run writes, another turn is shown, or the paste is taken back', async () => {
    const session = new Session();
    await session.paste.receive(pasted);
    session.setText('The run', 'run');
    expect(session.fields.edited).toBe(false);
    session.setText(pasted, 'same');
    expect(session.fields.edited).toBe(false);
    session.setLoop(null, { text: 'Another turn.' });
    expect(session.fields.edited).toBe(false);
    const response = '{"choices":[{"message":{"content":"Hello, harbour."}}]}';
    await session.paste.receive(response);
    session.notices.find(({ kind }) => kind === 'recognised')?.action?.run();
    expect([session.fields.text, session.fields.edited]).toEqual(['Another turn.', false]);
  });

  it('are taken back one after another', () => {
    const session = new Session();
    session.set({ tools: '[]' });
    session.setWithUndo('Declared the tool ping.', { tools: '[1]' });
    session.setWithUndo('Declared the tool pong.', { tools: '[1, 2]' });
    const tools = [1, 2, 3].map(() => {
      session.notices.find(({ kind }) => kind === 'edit')?.action?.run();
      return session.fields.tools;
    });
    expect(tools).toEqual(['[1]', '[]', '[]']);
  });
});

describe('a provider', () => {
  it('sets runtime and capabilities, and there is a way back', () => {
    const session = new Session();
    session.set({ nativeToolCalls: 'true' });
    const before = session.fields;
    session.setProvider(
      { provider: 'ollama', runtime: 'chatcli', nativeToolCalls: 'false', selfContained: false },
      'As ChatCLI does it.',
    );
    expect(session.fields).toMatchObject({ provider: 'ollama', profile: 'chatcli', nativeToolCalls: 'false' });
    expect(session.notices).toMatchObject([{ kind: 'provider', text: 'As ChatCLI does it.' }]);
    session.notices[0]?.action?.run();
    expect(session.fields).toEqual(before);
    expect(session.notices).toEqual([]);
  });
});

it('makes an offered change of the request, and takes it back', () => {
  const session = new Session();
  session.set({ tools: '[]' });
  session.set({ system: 'Be brief.' });
  session.setWithUndo('Declared the tool ping.', { tools: '[{"name": "ping"}]' });
  expect(session.fields).toMatchObject({ tools: '[{"name": "ping"}]', system: 'Be brief.' });
  const notice = session.notices.find(({ kind }) => kind === 'edit');
  expect(notice?.text).toBe('Declared the tool ping.');
  notice?.action?.run();
  expect(session.fields).toMatchObject({ tools: '[]', system: 'Be brief.' });
  expect(session.notices.filter(({ kind }) => kind === 'edit')).toEqual([]);
});

describe('what runs the model of the reader', () => {
  const arrived = (): Session => {
    const session = new Session();
    session.arrive();
    session.setText('Hello.');
    return session;
  };

  it('is asked with the first reply, which `auto` reads until then', () => {
    expect([new Session().asksOwnRuntime, new Session().fields.profile]).toEqual([false, 'auto']);
    expect([arrived().asksOwnRuntime, arrived().fields.profile]).toEqual([true, 'auto']);
  });

  it('is asked of every reply without a server: after a reload, and whoever opens the link of one', () => {
    const reloaded = new Session();
    reloaded.restore(pickForBrowser(arrived().fields), null);
    expect(reloaded.asksOwnRuntime).toBe(true);
    const receiver = new Session();
    receiver.open(pickForLink(arrived().kept), 'A link');
    expect(receiver.asksOwnRuntime).toBe(true);
    receiver.setOwnRuntime('auto');
    expect(receiver.asksOwnRuntime).toBe(false);
  });

  it('is not asked while a server is chosen', () => {
    const session = arrived();
    const asked = $derived(session.asksOwnRuntime);
    expect(asked).toBe(true);
    session.setRuntime('vllm:hermes');
    expect(asked).toBe(false);
    session.setRuntime('auto');
    expect(asked).toBe(true);
  });

  it('is not asked again after the answer, nor where what is opened names a server', () => {
    const answered = arrived();
    answered.setOwnRuntime('vllm:hermes');
    expect([answered.asksOwnRuntime, answered.fields.ownRuntime]).toEqual([false, 'vllm:hermes']);
    answered.clear();
    expect(answered.asksOwnRuntime).toBe(false);
    const opened = arrived();
    opened.open({ ...emptyLinkState, text: 'Hi.' }, 'A link');
    expect([opened.asksOwnRuntime, opened.fields.ownRuntime]).toEqual([false, null]);
  });

  it('reads new pages; a link says itself what reads it', () => {
    const session = arrived();
    session.clear();
    expect(session.fields.profile).toBe('auto');
    session.setOwnRuntime('vllm:hermes');
    session.clear();
    expect(session.fields.profile).toBe('vllm:hermes');
    session.open({ ...emptyLinkState, text: 'theirs' }, 'A link');
    expect([session.fields.profile, session.fields.ownRuntime]).toEqual(['exathena', 'vllm:hermes']);
  });

  it('stays when the work goes back to what it was', () => {
    const session = withText('my work');
    session.open({ ...emptyLinkState, text: 'theirs' }, 'A link');
    session.setOwnRuntime('vllm:hermes');
    session.goBack();
    expect([session.fields.text, session.fields.ownRuntime]).toEqual(['my work', 'vllm:hermes']);
  });
});

describe('the page before there is a reply', () => {
  const arrived = (): Session => {
    const session = new Session();
    session.arrive();
    return session;
  };

  it('is there until a reply comes, in any way, and again on an empty page', async () => {
    const session = arrived();
    session.set({ tools: '[]' });
    session.setText('  ');
    expect(session.isArriving).toBe(true);
    session.setText('x');
    expect(session.isArriving).toBe(false);
    session.setText('');
    expect(session.isArriving).toBe(false);
    session.clear();
    expect(session.isArriving).toBe(true);
    session.goBack();
    expect(session.isArriving).toBe(false);
    const native = arrived();
    await native.paste.receiveRaw('{"role": "assistant", "content": null, "tool_calls": [{"id": "c", "name": "f"}]}');
    expect([native.isArriving, native.fields.text]).toEqual([false, '']);
    const opened = arrived();
    opened.open({ ...emptyLinkState, tools: '[]' }, 'A link');
    expect(opened.isArriving).toBe(false);
  });
});

describe('another reply', () => {
  const [first] = examples;
  const other = 'Something else entirely that somebody pasted.';
  const calls = [{ name: 'f', argumentsText: '{}' }];

  it('over an example starts a page of its own, and that can be undone', () => {
    if (first === undefined) throw new Error('an example');
    const session = new Session();
    session.setOwnRuntime('ollama:qwen3');
    session.openExample(first.state, first.title);
    session.setText(`${first.state.text} And a few words more of the same reply.`);
    expect(session.fields.tools).toBe(first.state.tools);
    session.setText('');
    session.setText(other);
    expect(session.fields).toMatchObject({ text: other, tools: '', system: '', profile: 'ollama:qwen3' });
    session.setText(`${other} `);
    session.notices.find(({ kind }) => kind === 'replaced')?.action?.run();
    const { tools, system, profile } = first.state;
    expect(session.fields).toMatchObject({ text: `${other} `, tools, system, profile });
  });

  it('leaves what the reader has set, what a link brought, and what a run was asked with', () => {
    if (first === undefined) throw new Error('an example');
    const own = new Session();
    own.openExample(first.state, first.title);
    own.set({ tools: '[{"name": "mine"}]' });
    own.setRuntime('chatcli');
    own.setText(other);
    expect(own.fields).toMatchObject({ tools: '[{"name": "mine"}]', profile: 'chatcli', system: '' });
    const linked = new Session();
    linked.open(first.state, 'A link');
    linked.setText(other);
    expect(linked.fields.tools).toBe(first.state.tools);
    const ran = new Session();
    ran.openExample(first.state, first.title);
    ran.setText(other, 'same');
    expect(ran.fields.tools).toBe(first.state.tools);
  });

  it('takes the expectation with it, and an edit of the reply does not', () => {
    const session = withText('I look.\n<tool_call>{"name": "f", "arguments": {}}</tool_call>');
    session.setExpected(calls);
    session.setText('I look.\n<tool_call>{"name": "f", "arguments": {},}</tool_call>');
    expect(session.fields.expected).toBe(calls);
    session.setText(other);
    expect(session.fields.expected).toBeNull();
    session.notices.find(({ kind }) => kind === 'expected')?.action?.run();
    expect([session.fields.expected, session.fields.text]).toEqual([calls, other]);
  });

  it('that is pasted outside of the fields replaces all of the reply; what was there can be brought back', async () => {
    const session = withText('my work');
    session.set({ native: '[{"name": "f", "arguments": {}}]' });
    session.setView('prompt');
    await session.replaceReply(other);
    expect(session.fields).toMatchObject({ text: other, native: '', view: 'reply' });
    session.notices.find(({ kind }) => kind === 'replaced')?.action?.run();
    expect(session.fields).toMatchObject({ text: 'my work', native: '[{"name": "f", "arguments": {}}]' });
  });
});

describe('the view Learn', () => {
  it('keeps its section, its search and its filters while something else is opened', () => {
    const session = withText('my work');
    session.openLearn({ section: 'failures', wanted: 'qwen', engine: 'vLLM' });
    expect(session.fields.view).toBe('formats');
    const { learn } = session.fields.layout;
    session.openExample({ ...emptyLinkState, text: 'an example' }, 'One');
    expect(session.fields).toMatchObject({ view: 'reply', layout: { learn } });
    session.setView('formats');
    session.openLearn({ kind: 'cut-off' });
    expect(session.fields.layout.learn).toEqual({ ...learn, kind: 'cut-off' });
  });

  it('shows the formats when the page of one is opened, by a button or by a link', () => {
    const session = withText('my work');
    session.openLearn({ section: 'failures' });
    session.setFormatPage('hermes');
    expect(session.fields.layout.learn.section).toBe('formats');
    session.openLearn({ section: 'diagnoses', code: 'D08' });
    session.open({ ...emptyLinkState, view: 'formats', formatPage: 'glm-4.5' }, 'A link');
    expect(session.fields).toMatchObject({ formatPage: 'glm-4.5', layout: { learn: { section: 'formats' } } });
  });
});
