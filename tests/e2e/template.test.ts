import { expect, test, type Page } from '@playwright/test';
import { encodeLink } from '../../src/app/permalink/codec.ts';
import { emptyLinkState, emptyTemplate } from '../../src/app/permalink/state.ts';
import { ggufOf, text, texts, uint32 } from '../core/templates/sources/write-gguf.ts';
import { Callscope, phone } from './callscope.ts';
import { findingsOf } from './findings.ts';

const template = `{{ bos_token }}{% for message in messages %}<|{{ message.role }}|>
{{ message.content }}
{% endfor %}
{% if tools %}
These are your tools:
{{ tools | tojson }}
{% endif %}
{% if add_generation_prompt %}<|assistant|>
{% endif %}`;

const config = JSON.stringify({ bos_token: '<s>', eos_token: { content: '</s>' }, chat_template: template });

/** A case whose runtime leaves the tools to the template. */
const link = `#${encodeLink({
  ...emptyLinkState,
  text: 'The oil pressure is fine.',
  profile: 'auto',
  system: 'You look after a pump house.',
  tools: JSON.stringify([
    {
      name: 'read_gauge',
      description: 'Read one gauge.',
      schema: { type: 'object', properties: { dial: { type: 'string' } } },
    },
  ]),
})}`;

const promptIn = (scope: Callscope) => scope.editor('Rendered prompt');
const templateIn = (scope: Callscope) => scope.editor('Chat template');
const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name });
const given = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function openTemplate(page: Page, content = config, name = 'tokenizer_config.json'): Promise<Callscope> {
  const scope = new Callscope(page);
  await scope.open(link);
  await scope.drop(name, content);
  await expect(templateIn(scope)).toBeVisible();
  return scope;
}

test('a dropped tokenizer_config.json shows its prompt; the tools part lights up; broken, repaired, shared', async ({
  page,
  context,
}) => {
  const scope = await openTemplate(page);
  // Its special tokens are variables, and the messages and tools are those of the case.
  await expect(promptIn(scope)).toHaveValue(/^<s><\|/);
  await expect(promptIn(scope)).toHaveValue(/These are your tools:\n\[\{"type": "function"/);
  await expect(given(page, 'tools')).toContainText('printed');
  await expect(given(page, 'eos_token')).toContainText('never printed');

  // Two conversations, and what differs between them in the prompt and in the template.
  await tab(page, /^Tools(?! and)/).click();
  await page.getByRole('combobox', { name: 'Compare with' }).selectOption('No tools');
  const difference = page.getByRole('group', { name: 'What differs between the prompts' });
  await expect(difference).toContainText('These are your tools:');
  await expect(page.locator('.editor-plain .editor-mark-only-here').first()).toContainText('These are your tools:');
  await page.getByRole('combobox', { name: 'Compare with' }).selectOption('(nothing)');

  // Broken: the failure names line and column, and the tabs say which conversations fail.
  await templateIn(scope).fill(
    template.replace('{% if tools %}', '{% if tools %}{{ raise_exception("No tools here.") }}'),
  );
  const failure = page.getByRole('alert').filter({ hasText: 'The template raised an error' });
  await expect(failure).toContainText('No tools here.');
  await expect(failure.getByRole('button', { name: 'Line 4, column 18' })).toBeVisible();
  await expect(tab(page, /^Tools(?! and)/)).toContainText('fails');
  await expect(tab(page, /^No tools/)).toContainText('✓');
  await templateIn(scope).fill(template.replace('{% endfor %}', ''));
  await expect(page.getByRole('alert').filter({ hasText: 'syntax error' })).toBeVisible();

  // Repaired, and shared: the link opens elsewhere with the same template and conversation.
  await templateIn(scope).fill(template);
  await expect(page.getByRole('alert')).toHaveCount(0);
  const prompt = await promptIn(scope).inputValue();
  const shared = await scope.link();
  const elsewhere = await context.browser()?.newContext({ serviceWorkers: 'block' });
  const other = new Callscope((await elsewhere?.newPage()) as Page);
  await other.stayPlain();
  await other.page.goto(shared);
  await expect(templateIn(other)).toHaveValue(template);
  // Where the reply is read, the template is named, and leads here.
  await page.getByRole('button', { name: 'Debug', exact: true }).click();
  await expect(page.getByText(/^Chat template of this case: /)).toBeVisible();
  await page.getByRole('button', { name: 'Show it', exact: true }).click();
  await expect(templateIn(scope)).toBeVisible();
  await expect(tab(other.page, /^Tools(?! and)/)).toHaveAttribute('aria-selected', 'true');
  await expect(promptIn(other)).toHaveValue(prompt);
  await elsewhere?.close();
  expect(scope.complaints).toEqual([]);
});

test('a GGUF file gives its template, whatever comes after its header; a broken one says where @long', async ({
  page,
}) => {
  const header = ggufOf([
    ['tokenizer.ggml.tokens', texts(Array.from({ length: 120_000 }, (_, index) => `token number ${String(index)}`))],
    ['tokenizer.ggml.bos_token_id', uint32(7)],
    ['tokenizer.chat_template', text(template)],
  ]);
  const file = new Uint8Array(header.length + 1000);
  file.set(header);
  const scope = await openTemplate(page, 'unused', 'a.jinja');
  await scope.drop('model.gguf', file);
  await expect(promptIn(scope)).toHaveValue(/^token number 7<\|/);

  file[4] = 9;
  await scope.drop('model.gguf', file);
  await expect(scope.notices.filter({ hasText: 'model.gguf' })).toContainText('GGUF file of version 9');
  await expect(templateIn(scope)).toHaveValue(template);
});

test('hover and caret lead from the prompt to the template and the value, and back @long', async ({ page }) => {
  const scope = await openTemplate(page);
  await tab(page, /^A call/).click();
  await expect(promptIn(scope)).toHaveValue(/When does the next ferry leave/);
  const at = (await promptIn(scope).inputValue()).indexOf('When does');
  await promptIn(scope).evaluate((field: HTMLTextAreaElement, offset) => {
    field.focus();
    field.setSelectionRange(offset, offset);
  }, at);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('The value of messages[1].content (line 2).')).toBeVisible();
  await expect(page.locator('.editor-plain .editor-mark-selected').first()).toHaveText('message.content');
  // The other way: a value that was printed three times marks three places.
  await given(page, 'messages').getByRole('button', { name: 'role user' }).click();
  await expect(page.getByText('The value of messages[1].role (line 1).')).toBeVisible();
});

test('with the keyboard alone: choose one of ours, step through it, change a switch @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open(link);
  await scope.door('Prompt');
  await scope.tabTo(tab(page, 'Augmented prompt'));
  await page.keyboard.press('End');
  await scope.tabTo(page.getByRole('button', { name: 'Hermes', exact: true }));
  await page.keyboard.press('Enter');
  await expect(promptIn(scope)).toHaveValue(/<tools>/);
  await expect(page.locator('body')).not.toBeFocused();
  await scope.tabTo(page.getByRole('checkbox', { name: 'Tools' }));
  await page.keyboard.press('Space');
  await expect(promptIn(scope)).not.toHaveValue(/<tools>/);
  await scope.tabTo(page.getByRole('button', { name: 'Next step' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('step 1 of')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('step 2 of')).toBeVisible();
  expect(scope.complaints).toEqual([]);
});

test('four prompts side by side: what the base lacks, its place in the template; narrow screens keep the tabs @long', async ({
  page,
}) => {
  const scope = await openTemplate(page);
  const column = (name: string) => page.getByRole('region', { name: `Prompt: ${name}` });
  const marked = (name: string, mark: string) => column(name).locator(`.editor-plain .editor-mark-${mark}`);
  await tab(page, 'Side by side').click();
  await expect(scope.editor('Prompt: No tools')).toHaveValue(/^<s><\|system\|>/);
  await expect(scope.editor('Prompt: Two calls')).toHaveValue(/08:40/);
  await expect(column('No tools').getByRole('radio', { name: 'Base' })).toBeChecked();
  await expect(marked('Tools', 'only-here').filter({ hasText: 'These are your tools:' })).toHaveCount(1);
  await expect(marked('No tools', 'only-there')).toHaveCount(0);

  // One click makes another one the base: then the prompt without tools lacks nothing, and the base has more.
  await column('Two calls').getByRole('radio', { name: 'Base' }).check();
  await expect(marked('Tools', 'only-here')).toHaveCount(0);
  await expect(marked('Two calls', 'only-there').filter({ hasText: '08:40' })).not.toHaveCount(0);
  await column('No tools').getByRole('radio', { name: 'Base' }).check();

  // The caret in a column leads to the template, and its difference to the base is marked there as well.
  const field = scope.editor('Prompt: Tools');
  const at = (await field.inputValue()).indexOf('These are');
  await field.evaluate((element: HTMLTextAreaElement, offset) => {
    element.focus();
    element.setSelectionRange(offset, offset);
  }, at);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Text of the template (line 5).')).toBeVisible();
  const inTemplate = page.getByRole('region', { name: 'Chat template' });
  await expect(inTemplate.locator('.editor-mark-selected').first()).toContainText('These are your tools:');
  await expect(inTemplate.locator('.editor-mark-only-here').first()).toContainText('These are your tools:');

  // A failing column says so itself.
  await templateIn(scope).fill(template.replace('{{ tools | tojson }}', '{{ raise_exception("No tools here.") }}'));
  await expect(column('Tools').getByText('No tools here.')).toBeVisible();
  await expect(column('No tools').getByText('No tools here.')).toHaveCount(0);
  await templateIn(scope).fill(template);

  await page.setViewportSize({ width: 900, height: 800 });
  await expect(tab(page, 'Side by side')).toHaveCount(0);
  await expect(tab(page, /^Tools(?! and)/)).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('group', { name: 'What differs between the prompts' })).toContainText('These are your');
  await page.setViewportSize({ width: 1100, height: 800 });
  await expect(scope.editor('Prompt: A call')).toHaveValue(/find_ferry/);
  const shared = await scope.link();
  await page.goto(shared);
  await page.reload();
  await expect(tab(page, 'Side by side')).toHaveAttribute('aria-selected', 'true');
  await tab(page, /^Two calls/).click();
  await expect(promptIn(scope)).toHaveValue(/08:40/);
  expect(scope.complaints).toEqual([]);
});

test('what cannot be a template is refused with a reason, and nothing is lost @long', async ({ page }) => {
  const scope = await openTemplate(page);
  for (const [name, content, said] of [
    ['tokenizer_config.json', '{"bos_token": "<s>"}', 'has no chat_template'],
    ['chat_template.json', '{"chat_template": ', 'not valid JSON'],
    ['chat_template.jinja', 'ab\0cd', 'NUL character'],
    [
      'Modelfile',
      'FROM x\nTEMPLATE """{{ .System }}{{ range .ToolCalls }}<tool>{{ .Function.Name }}{{ end }}"""',
      'Go template',
    ],
  ] as const) {
    await scope.drop(name, content);
    await expect(scope.notices.filter({ hasText: name })).toContainText(said);
    await expect(templateIn(scope)).toHaveValue(template);
  }
});

test('a loop of a template that never ends is stopped, on a slow machine by the clock, and the page goes on @long', async ({
  page,
}) => {
  const scope = await openTemplate(page);
  await templateIn(scope).fill('{% for a in range(99999) %}{% for b in range(99999) %}{{ b }}{% endfor %}{% endfor %}');
  const stopped = page.getByRole('alert').filter({ hasText: /The rendering was stopped|It took longer than/ });
  await expect(stopped.first()).toBeVisible({ timeout: 60_000 });
  await templateIn(scope).fill('{{ messages | length }}');
  await expect(promptIn(scope)).toHaveValue('2');
});

test('ExAthena writes the tools into the system message, and the template shows what becomes of it @long', async ({
  page,
}) => {
  const scope = await openTemplate(page);
  await scope.chooseRuntime('exathena 0.19');
  const box = page.getByRole('checkbox', { name: /writes the tools into the system message/ });
  await expect(box).toBeChecked();
  await expect(promptIn(scope)).toHaveValue(/tool_call/);
  await expect(promptIn(scope)).not.toHaveValue(/These are your tools/);
  await box.uncheck();
  await expect(promptIn(scope)).toHaveValue(/These are your tools/);
});

test.describe('on a phone', () => {
  test.use(phone);
  test('everything is there, and nothing is wider than the screen @long', async ({ page }) => {
    const scope = await openTemplate(page);
    await expect(promptIn(scope)).toHaveValue(/These are your tools/);
    await tab(page, /^Two calls/).click();
    await promptIn(scope).scrollIntoViewIfNeeded();
    await expect(promptIn(scope)).toHaveValue(/08:40/);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(wide).toBe(false);
  });
});

test('nothing is wrong for assistive technology @long', async ({ page }) => {
  const scope = new Callscope(page);
  await scope.open(link);
  await scope.door('Prompt');
  await tab(page, 'Template').click();
  await expect(page.getByRole('button', { name: 'Kimi K2' })).toBeVisible();
  expect(await findingsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Hermes', exact: true }).click();
  await expect(promptIn(scope)).toHaveValue(/<tools>/);
  await page.getByRole('button', { name: 'Next step' }).click();
  expect(await findingsOf(page)).toEqual([]);
  await tab(page, 'Side by side').click();
  await expect(scope.editor('Prompt: Two calls')).toHaveValue(/<tools>/);
  expect(await findingsOf(page)).toEqual([]);
  await tab(page, /^Tools(?! and)/).click();
  await templateIn(scope).fill('{{ messages[');
  await expect(page.getByRole('alert').first()).toContainText('syntax error');
  expect(await findingsOf(page)).toEqual([]);
});

test('what a template teaches is said, against the format of the reply, and what other engines lack @long', async ({
  page,
}) => {
  const scope = new Callscope(page);
  const reply = '<tool_call>\n<function=read_gauge>\n<parameter=dial>\noil\n</parameter>\n</function>\n</tool_call>';
  await scope.open(`#${encodeLink({ ...emptyLinkState, text: reply, profile: 'auto' })}`);
  await scope.door('Prompt');
  await tab(page, 'Template').click();
  await page.getByRole('button', { name: 'Hermes', exact: true }).click();
  const teaching = page.getByTestId('teaching');
  await expect(teaching).toContainText('The template teaches hermes.');
  await expect(teaching).toContainText(
    'The template teaches hermes, the reply is qwen3-coder-xml: the model fell back to its training.',
  );
  await expect(teaching).toContainText('Parsers for this format: vLLM (hermes');
  await teaching.getByRole('button', { name: /^Show line/ }).click();
  await scope.write('Chat template', '{% for pair in messages | batch(2) %}x{% endfor %}');
  await expect(page.getByText(/cannot render this template/).first()).toBeVisible();
  await expect(teaching).toContainText('The template teaches no calls');
  await expect(teaching).toContainText('mlx-lm 0.32.0 finds no reader');
  await scope.write(
    'Chat template',
    "{% for m in messages %}{{ m.content }}{% endfor %}{{ '<tool_call>\\n<function=' }}",
  );
  await expect(teaching).toContainText('mlx-lm 0.32.0 chooses its reader qwen3_coder');
  await teaching.getByRole('button', { name: 'Read with it' }).click();
  await scope.door('Debug');
  await expect(scope.verdict).toContainText('mlx-lm qwen3_coder returns it');
  expect(scope.complaints).toEqual([]);
});

test('the Reply view says what the prompt already opened, where the template of the case does @long', async ({
  page,
}) => {
  const scope = new Callscope(page);
  const thinking = `{% for message in messages %}<|{{ message.role }}|>{{ message.content }}{% endfor %}<|assistant|>{%
if enable_thinking is defined and not enable_thinking %}</think>{% else %}<think>
{% endif %}`;
  const state = { ...emptyLinkState, text: 'Let me see.</think>All is well.', profile: 'auto' };
  await scope.open(`#${encodeLink({ ...state, template: { ...emptyTemplate, text: thinking } })}`);
  const line = page.getByTestId('prompt-end');
  await expect(line).toContainText(
    'The prompt already ends with <think>: the reply begins inside the thinking, and its </think> ends it.',
  );
  await line.getByRole('button', { name: 'Show the prompt' }).click();
  await expect(tab(page, /^Before the reply/)).toHaveAttribute('aria-selected', 'true');
  await expect(promptIn(scope)).toHaveValue(/<\|assistant\|><think>\n$/);

  await page.getByRole('combobox', { name: 'Thinking' }).selectOption('false');
  await expect(promptIn(scope)).toHaveValue(/<\/think>$/);
  await scope.door('Debug');
  await expect(line).toContainText('The reply closes thinking, and the prompt of this template does not open any.');
  await scope.write('Reply text', 'All is well.');
  await expect(line).toHaveCount(0);

  // Of a template that fails nothing is known.
  await scope.write('Reply text', 'Let me see.</think>All is well.');
  await expect(line).toHaveCount(1);
  await scope.door('Prompt');
  await templateIn(scope).fill('{{ raise_exception("No.") }}<think>');
  await scope.door('Debug');
  await expect(line).toHaveCount(0);
  expect(scope.complaints).toEqual([]);
});

test('a fault that only the messages of the case have says so @long', async ({ page }) => {
  const scope = new Callscope(page);
  const rule = "{% if 'pump' in message.content %}{{ raise_exception('No pumps.') }}{% endif %}";
  const text = `{% for message in messages %}${rule}<|{{ message.role }}|>{{ message.content }}<|end|>{% endfor %}<|a|>`;
  const state = { ...emptyLinkState, text: 'Yes.', system: 'You look after a pump house.', profile: 'auto' };
  await scope.open(
    `#${encodeLink({ ...state, view: 'prompt', template: { ...emptyTemplate, text, shown: 'plain' } })}`,
  );
  const fault = page.getByRole('listitem').filter({ hasText: 'No pumps.' });
  await expect(fault).toContainText('in the conversation of this case');
  await expect(fault).toContainText('this case only');
  await expect(page.getByText('this case only')).toHaveCount(1);
  await scope.drawer('Loop');
  await scope.door('Prompt');
  await templateIn(scope).fill(text.replace(rule, ''));
  await expect(page.getByText('this case only')).toHaveCount(0);
});
