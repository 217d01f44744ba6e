import { describe, expect, it } from 'vitest';
import { extract, type JsonObject } from '../../src/core/index.ts';
import { formatList } from '../../src/core/formats/list.ts';
import {
  conversationKinds,
  conversationOf,
  prepareContext,
  render,
  type Rendering,
} from '../../src/core/templates/index.ts';
import { ownTemplates } from '../../src/data/own-templates/index.ts';
import { plainSettings } from '../core/templates/plain-settings.ts';

type Own = (typeof ownTemplates)[number];

function renderingOf({ text, variables }: Own, kind: (typeof conversationKinds)[number]): Rendering {
  const asked = { ...plainSettings, variables: JSON.stringify(variables) };
  const { context, options } = prepareContext(asked, conversationOf(kind));
  return render(text, context, options);
}

/** What the template writes for the message with calls: from its first character to its last. */
function assistantPart({ prompt, pieces }: Rendering): string {
  const own = pieces.filter(
    ({ origin }) => origin.kind === 'value' && origin.path[1] === 2 && origin.path[0] === 'messages',
  );
  const from = prompt.indexOf(conversationOf('call').messages[1]?.['content'] as string);
  const last = own.at(-1);
  const result = pieces.find(
    ({ origin }) => origin.kind === 'value' && origin.path[0] === 'messages' && Number(origin.path[1]) >= 3,
  );
  if (last === undefined || result === undefined) throw new Error('The call is not in the prompt.');
  const content = conversationOf('call').messages[1]?.['content'] as string;
  return prompt.slice(from + content.length, result.from);
}

function callsOf(kind: 'call' | 'calls'): { name: unknown; arguments: unknown }[] {
  const calls = conversationOf(kind).messages[2]?.['tool_calls'] as JsonObject[];
  return calls.map((call) => {
    const called = call['function'] as JsonObject;
    return { name: called['name'], arguments: called['arguments'] };
  });
}

/** ReAct's two actions in one turn are more than its readers take: the first one counts. */
const oneAtATime = ['react'];

describe.each(ownTemplates.map((own) => [own.id, own] as const))('our template %s', (id, own) => {
  it.each(conversationKinds)('renders the conversation `%s` without a warning', (kind) => {
    const { failure, warnings, prompt } = renderingOf(own, kind);
    expect(failure).toBeNull();
    expect(warnings).toEqual([]);
    expect(prompt).toContain('When does the next ferry leave for Ystad?');
  });

  it('says the tools, and the format of their calls, only where there are tools', () => {
    expect(renderingOf(own, 'tools').prompt).toContain('Finds the next ferry to a port.');
    expect(renderingOf(own, 'plain').prompt).not.toContain('find_ferry');
  });

  it('writes calls that are read back as these calls', () => {
    expect(formatList.some((format) => format.id === own.format)).toBe(true);
    for (const kind of ['call', 'calls'] as const) {
      const text = assistantPart(renderingOf(own, kind));
      const tools = conversationOf(kind).tools?.map((tool) => {
        const { name, parameters } = tool['function'] as JsonObject;
        return { name: name as string, schema: parameters as JsonObject };
      });
      const { calls } = extract({ text }, { runtime: 'auto', ...(tools === undefined ? {} : { tools }) });
      const found = calls.map((call) => ({ name: call.name, arguments: call.arguments }));
      expect(found, text).toEqual(oneAtATime.includes(id) ? callsOf(kind).slice(0, found.length) : callsOf(kind));
      expect(found.length).toBeGreaterThan(0);
    }
  });
});
