import { describe, expect, it } from 'vitest';
import { applyEdit, extract } from '../../../src/core/index.ts';
import { examples } from '../../../src/app/page/gallery/examples.ts';
import { diagnosed } from '../../readings.ts';

type Diagnosed = ReturnType<typeof diagnosed>;

const call = '{"name": "read_gauge", "arguments": {"dial": "oil"}}';

function read(text: string, runtime = 'exathena'): Diagnosed {
  return diagnosed({ text }, { runtime });
}

function first(extraction: Diagnosed): { code: string; edited: string } {
  const [diagnosis] = extraction.diagnoses;
  if (diagnosis === undefined) throw new Error('no diagnosis');
  return {
    code: diagnosis.code,
    edited: diagnosis.edit === null ? extraction.document : applyEdit(extraction.document, diagnosis.edit),
  };
}

describe('calls that something else than the model has rewritten', () => {
  const tools = ['math.factorial', 'data_of.ponds', 'f', 'g'].map((name) => ({ name }));

  it.each([
    ['D23', 'Markdown escapes', String.raw`[data\_of.ponds(x\_y=1)]`, 'data_of.ponds'],
    ['D11', 'Markdown escapes in JSON', String.raw`{"name": "data\_of.ponds", "arguments": {}}`, 'data_of.ponds'],
    ['D15', 'a list of texts', '["math.factorial(number=5)"]', 'math.factorial'],
    ['D15', 'a list of texts with quotes in them', String.raw`["f(a=\"x\")", "g(b='y')"]`, 'f g'],
    ['D18', 'statements', 'f(a=1); g(b=2);', 'f g'],
    ['D18', 'bare calls with commas', 'f(a="x, y"), g(b=2)', 'f g'],
    ['D22', 'names with _ for .', 'math_factorial\n{"number": 5}', 'math.factorial'],
  ])('%s: %s', (code, _, text, names) => {
    const { diagnoses } = diagnosed({ text }, { runtime: 'auto', tools });
    const edited = applyEdit(text, diagnoses[0]?.edit ?? { label: '', changes: [] });
    const calls = extract({ text: edited }, { runtime: 'auto', tools }).calls.map(({ name }) => name);
    expect([diagnoses[0]?.code, calls.join(' ')]).toEqual([code, names]);
  });

  it.each([
    'I use f(a=1); g(b=2); to do it.',
    String.raw`The snake\_case of f.`,
    '["f and g", "h(1) and more"]',
    'math_factorial is a name.',
  ])('no edit is offered for %s', (text) => {
    const { diagnoses } = diagnosed({ text }, { runtime: 'auto', tools });
    expect(diagnoses.filter((one) => one.edit !== null)).toEqual([]);
  });
});

describe('the first edit turns a miss into a call', () => {
  it.each([
    ['D17', 'an indented closer', `~~~tool_call\n${call}\n  ~~~`, 'exathena'],
    ['D17', 'a fence on one line', `So: ~~~tool_call ${call} ~~~ done`, 'exathena'],
    ['D17', 'a fence on one line without closer', `~~~tool_call${call}`, 'exathena'],
    ['D04', 'a missing closer', `Text\n~~~tool_call\n${call}\nand more`, 'exathena'],
    ['D08', 'a trailing comma', '~~~tool_call\n{"name": "t", "arguments": {"a": 1,}}\n~~~', 'exathena'],
    [
      'D08',
      'Python literals and single quotes',
      "~~~tool_call\n{'name': 't', 'arguments': {'a': True}}\n~~~",
      'exathena',
    ],
    ['D10', 'text after the payload', `~~~tool_call\n${call} // done\n~~~`, 'exathena'],
    ['D07', 'smart quotes', '~~~tool_call\n{“name”: “t”, “arguments”: {}}\n~~~', 'exathena'],
    ['D31', 'a mention that claims the text', `Use ~~~tool_call, they said. ${call}`, 'exathena'],
    ['D18', 'prose before the JSON', `Here: ${call}`, 'exathena-head'],
    ['D18', 'JSON in a code fence', '```json\n' + call + '\n```', 'exathena-head'],
    ['D23', 'a name without its @', '{"name": "t", "arguments": {}}', 'chatcli'],
    ['D02', 'parameters under the raw tier', '{"name": "t", "parameters": {"arguments": 1}}', 'exathena'],
  ])('%s: %s', (code, _what, text, profile) => {
    const before = read(text, profile);
    expect(before.calls).toEqual([]);
    const { code: found, edited } = first(before);
    expect(found).toBe(code);
    const after = read(edited, profile);
    expect(after.calls).toHaveLength(1);
  });
});

describe('other diagnoses', () => {
  it('brings back ignored arguments', () => {
    const { code, edited } = first(read('~~~tool_call\n{"name": "t", "parameters": {"a": 1}}\n~~~'));
    expect(code).toBe('D02');
    expect(read(edited).calls[0]?.arguments).toEqual({ a: 1 });
  });

  it('calls a cut reply cut and offers no call', () => {
    const extraction = read('~~~tool_call\n{"name": "t", "arguments": {"a": "unfin');
    expect(extraction.diagnoses).toMatchObject([{ code: 'D27', edit: null }]);
  });

  it('repairs the bad block that loses the good one', () => {
    const example = examples.find(({ id }) => id === 'one-bad-block');
    const { edited } = first(read(example?.state.text ?? ''));
    expect(read(edited).calls.map(({ name }) => name)).toEqual(['read_gauge', 'open_valve']);
  });

  it('gives an Ollama entry its shape', () => {
    const native = '[{"function": {"name": "t", "arguments": {"a": 1}}}]';
    const before = diagnosed({ tool_calls_text: native });
    expect(before.outcome).toBe('error');
    const { edited } = first(before);
    expect(extract({ tool_calls_text: edited }).calls[0]?.name).toBe('t');
  });

  it('says of a call in reasoning whether more follows', () => {
    const tagged = `<tool_call>${call}</tool_call>`;
    const said = (text: string): string =>
      diagnosed({ text }, { runtime: 'auto' }).diagnoses.find(({ code }) => code === 'D19')?.message ?? '';
    expect(said(`<think>Now: ${tagged}</think>\n<|im_end|>`)).toMatch(/this call is all of the reply\.$/);
    expect(said(`<think>Or so? ${tagged}</think>\nShall I?`)).toMatch(/The model considers it/);
  });

  it('says what to do about a call in reasoning, and what its edit does', () => {
    const text = `<think>Now: <tool_call>${call}</tool_call></think>\nIt is done.`;
    const found = diagnosed({ text }, { runtime: 'auto' }).diagnoses.find(({ code }) => code === 'D19');
    expect(found?.edit?.label).toBe('Move the call out of the reasoning');
    expect(found?.remedy).toMatch(/turn thinking off .* or choose another model/);
  });

  it('takes a draft out', () => {
    const { edited, code } = first(read(`<think>\n~~~tool_call\n${call}\n~~~\n</think>`));
    expect([code, read(edited).calls]).toEqual(['D19', []]);
  });

  it('tells a wrong name once, and mends it in all its calls', () => {
    const tools = [{ name: 'read_gauge', description: '', schema: { type: 'object' } }];
    const wrong = `~~~tool_call\n${call.replace('read_gauge', 'read_guage')}\n~~~\n`;
    const before = diagnosed({ text: wrong.repeat(3) }, { tools });
    expect(before.diagnoses.map(({ code }) => code)).toEqual(['D22']);
    const { edited } = first(before);
    expect(extract({ text: edited }, { tools }).calls.map(({ name }) => name)).toEqual(Array(3).fill('read_gauge'));
  });

  it('has nothing to say about what is fine', () => {
    expect(read(`~~~tool_call\n${call}\n~~~`).diagnoses).toEqual([]);
    expect(read('Just prose about {braces} and "quotes".').diagnoses).toEqual([]);
  });

  it('stays quick on a reply with many faults', () => {
    expect(read('~~~tool_call\n{'.repeat(50_000)).diagnoses.length).toBeLessThan(13);
    expect(read('~~~tool_call {'.repeat(50_000)).diagnoses.length).toBeLessThan(13);
  });
});
