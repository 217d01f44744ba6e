import { describe, expect, it } from 'vitest';
import { systems, wireText } from '../../../../src/core/index.ts';
import { emptyLinkState, type LinkState } from '../../../../src/app/permalink/state.ts';
import { conversationOf } from '../../../../src/app/export/conversation-of.ts';
import { redactFields } from '../../../../src/app/export/redact.ts';
import { transcriptExport } from '../../../../src/app/export/transcript.ts';
import { emptyLoop, nextTurn } from '../../../../src/app/page/turns.ts';
import { chatcli, exathena } from '../../../systems.ts';
import { fence, subjectOf } from '../../export/subject.ts';

const families = systems.flatMap((system) => system.families);

const tools = '[{"name": "read_gauge", "parallel_safe": true, "schema": {}}]';
const gauge = fence('{"name": "read_gauge", "arguments": {"dial": "oil", "n": 12345678901234567890}}');

describe('a conversation', () => {
  it('has the calls of every turn with what was entered for them', () => {
    const first: LinkState = {
      ...emptyLinkState,
      tools,
      text: gauge,
      loop: { ...emptyLoop, results: [{ call: 0, name: 'read_gauge', kind: 'ok', code: '', content: '4.2' }] },
    };
    const next = nextTurn(first, 'It is fine.', '');
    const turns = conversationOf({ ...first, ...next.own, loop: next.loop }).turnsFor(exathena);
    expect(turns.map(({ calls, outcomes }) => [calls.length, outcomes[0]?.content])).toEqual([
      [1, '4.2'],
      [0, undefined],
    ]);
    expect(turns[0]).toMatchObject({ isPresumed: [false], calls: [{ isSafe: true, fault: null }] });
  });

  it('says what the loop answers itself for a tool that is not declared', () => {
    const fields = { ...emptyLinkState, tools, text: fence('{"name": "fly", "arguments": {}}') };
    const [turn] = conversationOf(fields).turnsFor(exathena);
    expect(turn).toMatchObject({ isPresumed: [true], outcomes: [{ kind: 'error', content: 'unknown tool: fly' }] });
    const [undeclared] = conversationOf({ ...fields, tools: '' }).turnsFor(exathena);
    expect(undeclared).toMatchObject({ outcomes: [{ kind: 'ok' }] });
  });

  it('takes the @ of ChatCLI for what it is', () => {
    const fields = { ...emptyLinkState, tools, profile: 'chatcli', text: '{"tool_call": "@read_gauge", "args": {}}' };
    expect(conversationOf(fields).turnsFor(chatcli)[0]).toMatchObject({
      calls: [{ name: '@read_gauge', fault: null }],
    });
  });

  it('does not read results for calls', () => {
    const content = `${gauge}\n<tool_call name="@read_gauge" args='{}' />`;
    const fields: LinkState = {
      ...emptyLinkState,
      tools,
      text: gauge,
      loop: { ...emptyLoop, results: [{ call: 0, name: 'read_gauge', kind: 'ok', code: '', content }] },
    };
    for (const system of systems) {
      expect(conversationOf(fields).turnsFor(system)[0]?.calls).toHaveLength(1);
    }
  });

  it('writes the tools into the system prompt where there is no other place for them', () => {
    const conversation = conversationOf({ ...emptyLinkState, tools, system: 'Be brief.' });
    expect(conversation.opening(false).system).toBe('Be brief.');
    expect(conversation.opening(true).system).toContain('read_gauge');
  });

  it('of 1,100 calls is made at once', () => {
    const [turn] = conversationOf({ ...emptyLinkState, tools, text: `${gauge}\n`.repeat(1100) }).turnsFor(exathena);
    for (const family of families) expect(wireText(family.turn(turn!)).length).toBeGreaterThan(10_000);
  });
});

describe('the transcript', () => {
  it('is JSON with the messages of every family, digits and all', () => {
    const text = transcriptExport.write(subjectOf({ text: gauge, tools }))!;
    const data = JSON.parse(text) as Record<string, unknown>;
    expect(Object.keys(data)).toEqual(families.map(({ id }) => id));
    expect(data['exathena-anthropic']).toMatchObject({ system: '', messages: [{ role: 'user' }, {}, {}] });
    expect(text).toContain('"input": {"dial":"oil","n":12345678901234567890}');
  });
});

it('a redaction reaches results and turns', () => {
  const mail = 'ada@example.org';
  const result = { call: 0, name: 'f', kind: 'ok', code: '', content: `from ${mail}` } as const;
  const stray = { id: 'x', kind: 'error', code: 'E', content: mail } as const;
  const turn = { text: mail, native: '', recording: null, results: [result], strays: [stray] };
  const loop = { asked: mail, earlier: [turn], later: [turn], results: [result], strays: [stray] };
  const choice = { emails: true, tokens: false, paths: false, hosts: false, quoted: false };
  const redacted = redactFields({ ...emptyLinkState, loop }, choice, { names: new Set(), ids: new Set() });
  expect(JSON.stringify(redacted)).not.toContain('ada@');
  expect(redacted.loop.earlier[0]?.results[0]).toMatchObject({ call: 0, name: 'f' });
});
