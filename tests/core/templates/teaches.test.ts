import { describe, expect, it } from 'vitest';
import { ownTemplates } from '../../../src/data/own-templates/index.ts';
import { againstReply, teaches } from '../../../src/core/templates/teaches.ts';
import type { Teaching } from '../../../src/core/templates/taught.ts';
import { goldenRenders, realTemplates } from './real-templates.ts';

// What real templates teach a model about calls, checked by hand against the text of each.

interface Row {
  /** Null: the template prints no call, whatever it is given. */
  readonly format: string | null;
  /** Whether the tools are in the prompt. */
  readonly tools: boolean;
  /** The line that shows the beginning of a call before there is one; null where the model is not told. */
  readonly described: number | null;
  readonly opened: string;
}

const nothing: Row = { format: null, tools: false, described: null, opened: '' };
const toolsAlone: Row = { ...nothing, tools: true };
const hermes = (described: number, opened = ''): Row => ({ format: 'hermes', tools: true, described, opened });
const deepseek: Row = { ...nothing, format: 'deepseek-v3' };
const llama = (described: number): Row => ({ format: 'llama3-json', tools: true, described, opened: '' });

/** Templates that are not here teach nothing. */
const taught: ReadonlyMap<string, Row> = new Map<string, Row>([
  // A bare array of objects with name and arguments: xLAM's shape. The prompt lists the tools without a word on calls.
  ['library/cogito:3b', { format: 'xlam', tools: true, described: null, opened: '' }],
  ['library/deepcoder:14b', { ...deepseek, opened: '<think>' }],
  ['library/deepseek-r1:latest', deepseek],
  ['library/deepseek-v3:671b', deepseek],
  ['library/exaone-deep:32b', { ...nothing, opened: '<thought>' }],
  // Tools are printed; calls have a role of their own, or no part in the template at all.
  ['library/granite3-dense:2b', toolsAlone],
  ['library/granite3.2:8b', toolsAlone],
  ['library/nemotron-mini:4b', toolsAlone],
  ['library/granite4:latest', hermes(2)],
  ['library/llama3.2-vision:latest', llama(72)],
  ['library/llama3.2:3b', llama(58)],
  ['library/nemotron:70b', llama(56)],
  ['library/qwen2.5-coder:1.5b', hermes(13)],
  ['library/qwq:32b', hermes(13)],
  ['library/qwq:32b#2', hermes(13, '<think>')],
  ['library/qwq:32b#3', hermes(13, '<think>')],
  ['library/r1-1776:671b', deepseek],
  ['library/rnj-1:latest', hermes(21)],
]);

describe('what real templates teach', () => {
  it.each([...new Set(goldenRenders.map(({ template }) => template))])('%s', (name) => {
    const { format, tools, described, opened, readBack } = teaches(realTemplates.get(name)!);
    const row: Row = {
      format: format?.id ?? null,
      tools: tools !== null,
      described: described?.span.line ?? null,
      opened,
    };
    expect(row).toEqual(taught.get(name) ?? nothing);
    // Whatever is taught comes back whole: a string, a number and a nested object.
    expect(readBack).toEqual({ name: format !== null, arguments: format !== null });
  });
});

describe('a template that teaches Hermes', () => {
  const teaching = teaches(realTemplates.get('library/qwen2.5-coder:1.5b')!);

  it('says which engines read that, and under which names', () => {
    expect(teaching.format?.readers).toContainEqual({
      engine: 'vllm',
      label: 'vLLM',
      flags: ['hermes', 'granite4', 'ernie45'],
    });
    expect(teaching.summary).toBe('The template teaches `hermes`.');
  });

  it('shows the call, and the place that wrote it', () => {
    expect(teaching.call?.text).toContain('<tool_call>\n{"name": "count_gulls"');
    expect(teaching.call?.span.line).toBe(34);
  });

  it('is held against the format of the reply at hand', () => {
    expect(againstReply(teaching, 'qwen3-coder-xml')).toBe(
      'The template teaches `hermes`, the reply is `qwen3-coder-xml`: the model fell back to its training.',
    );
    expect(againstReply(teaching, 'hermes')).toBeNull();
    expect(againstReply(teaching, null)).toBeNull();
    const untold = teaches(realTemplates.get('library/deepseek-v3:671b')!);
    expect(againstReply(untold, 'hermes')).toBe(
      'The template teaches `deepseek-v3`, the reply is `hermes`: the tools are not in the prompt.',
    );
  });
});

describe('our own templates', () => {
  it.each(ownTemplates.map((own) => [own.id, own] as const))(
    '%s teaches its format',
    (_, { text, variables, format }) => {
      const teaching = teaches(text, { variables: new Map(Object.entries(variables)) });
      expect(teaching).toMatchObject({ format: { id: format }, readBack: { name: true, arguments: true } });
      expect(teaching.tools).not.toBeNull();
    },
  );
});

describe('templates that teach nothing that is known', () => {
  it('a call that is read only after a repair is in no format', () => {
    const printed = teaches('{% for message in messages %}{{ message.content }}{{ message.tool_calls }}{% endfor %}');
    expect(printed.format).toBeNull();
    expect(printed.call?.text).toContain("'name': 'count_gulls'");
    expect(printed.summary).toBe('The template prints calls in no format that Callscope reads without a repair.');
  });

  it('a call under other keys is read by no parser of its format', () => {
    const written = (keys: readonly [string, string]): Teaching =>
      teaches(
        `{{ tools | tojson }}{% for m in messages %}{{ m.content or '' }}{% for c in m.tool_calls or [] %}<tool_call>\n{"${keys[0]}": {{ c.function.name | tojson }}, "${keys[1]}": {{ c.function.arguments | tojson }}}\n</tool_call>{% endfor %}{% endfor %}`,
      );
    const other = written(['tool', 'args']);
    expect(other.summary).toBe(
      'The template teaches `hermes`. But it writes other keys than the parsers of this format read.',
    );
    expect(other.format?.readers).toEqual([]);
    expect(written(['name', 'arguments']).summary).toBe('The template teaches `hermes`.');
  });

  it('of a template with a syntax error nobody knows what it teaches', () => {
    expect(teaches('{{ broken').summary).toContain('syntax error');
  });

  it('an unknown markup is no format', () => {
    const template = `{% for m in messages %}{{ m.content or '' }}{% for c in m.tool_calls or [] %}
~~ go {{ c.function.name }} with {% for k, v in c.function.arguments.items() %}{{ k }} is {{ v }}; {% endfor %}~~
{% endfor %}{% endfor %}{{ tools | tojson }}`;
    const { format, call, summary } = teaches(template);
    expect(format).toBeNull();
    expect(call?.text).toContain('~~ go count_gulls');
    expect(summary).toBe('The template prints calls in no format that Callscope reads without a repair.');
  });

  it.each(['', '{{ broken', '{% for a in range(9999999) %}{{ a }}{% endfor %}', '{{ raise_exception("no") }}'])(
    '%s',
    (template) => {
      const { format, call, tools } = teaches(template);
      expect([format, call, tools]).toEqual([null, null, null]);
    },
  );
});
