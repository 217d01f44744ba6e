import { describe, expect, it } from 'vitest';
import { render } from '../../../src/core/jinja/index.ts';
import { findFaults } from '../../../src/core/templates/faults/index.ts';
import { teaches } from '../../../src/core/templates/teaches.ts';

/** Each rendering takes nearly all of its own allowance, and none fails. */
const slow = [
  ['loops', '{% for a in range(280) %}{% for b in range(280) %}{% endfor %}{% endfor %}'],
  ['lists', '{% set x = range(99999)|list %}{% set y = range(99999)|list %}'],
] as const;
const chatml = `{% for m in messages %}<|im_start|>{{ m.role }}
{{ m.content }}{% for c in m.tool_calls %}<tool_call>{{ c.function | tojson }}</tool_call>{% endfor %}<|im_end|>
{% endfor %}{{ tools }}{% if add_generation_prompt %}<|im_start|>assistant
{% endif %}`;

describe('a template that takes nearly the allowance of each rendering', () => {
  it.each(slow)('of %s: the search for faults ends and says so, beside what was found until then', (_what, text) => {
    const faults = findFaults(text + chatml);
    expect(faults.find(({ code }) => code === 'search-ended')?.message).toContain('stopped its search');
    expect(faults.length).toBeGreaterThan(1);
  });
});

it('a template whose turns are endless teaches nothing, and says why', () => {
  const { summary, format } = teaches(
    `{% for m in messages %}{% for i in range(50) %}${'x '.repeat(4000)}{% endfor %}{% for c in m.tool_calls %}call {{ c.function.name }}{% endfor %}{% endfor %}`,
  );
  expect(format).toBeNull();
  expect(summary).toContain('Callscope stopped');
});

it('a template that works is searched to its end', () => {
  expect(findFaults(chatml).map(({ code }) => code)).not.toContain('search-ended');
  expect(teaches(chatml).summary).not.toContain('stopped');
});

it('a rendering says what it took', () => {
  const { spent } = render('{% for a in range(10) %}{{ a }}{% endfor %}', { messages: [] });
  expect(spent).toBeGreaterThan(20);
  expect(spent).toBeLessThan(200);
});
