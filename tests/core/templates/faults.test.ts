import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FaultOptions, JsonValue, PromptFault, ToolDefinition } from '../../../src/core/index.ts';
import { findFaults } from '../../../src/core/templates/faults/index.ts';
import { goldenRenders, realTemplates } from './real-templates.ts';
import { knownFaults } from './known-faults.ts';

// Templates of our own with one fault each, in the shape in which people meet it, and real ones that have none or a known one.

const root = new URL('../../fixtures/templates/', import.meta.url);

/** What is not our example. */
interface Case {
  readonly user?: string;
  readonly tools?: readonly ToolDefinition[];
  readonly messages?: JsonValue;
  readonly variables?: Readonly<Record<string, JsonValue>>;
}

interface Expected {
  readonly code: string;
  readonly level: string;
  readonly line: number;
  /** How the place begins. */
  readonly at: string;
  readonly shows: string | null;
  readonly remedy: string;
  /** What the edit replaces, in order. */
  readonly edit: readonly { readonly from: string; readonly to: string }[] | null;
}

function read(name: string, file: string): string {
  return readFileSync(new URL(`${name}/${file}`, root), 'utf8');
}

function optionsOf(name: string): FaultOptions {
  if (!existsSync(new URL(`${name}/case.json`, root))) return {};
  const { user, tools, messages, variables } = JSON.parse(read(name, 'case.json')) as Case;
  return {
    material: { ...(user === undefined ? {} : { user }), ...(Array.isArray(tools) ? { tools } : {}) },
    ...(messages === undefined ? {} : { own: { messages, tools: null } }),
    ...(variables === undefined ? {} : { variables: new Map(Object.entries(variables)) }),
  };
}

function told(template: string, { code, level, span, shows, remedy, edit }: PromptFault): Expected {
  return {
    code,
    level,
    line: span.line,
    at: template.slice(span.from, span.to).slice(0, 60),
    shows: shows?.conversation ?? null,
    remedy,
    edit:
      edit?.changes.map(({ span: { from, to }, insert }) => ({ from: template.slice(from, to), to: insert })) ?? null,
  };
}

function edited(template: string, { edit }: PromptFault): string {
  let at = 0;
  const pieces = (edit?.changes ?? []).flatMap(({ span, insert }) => {
    const before = template.slice(at, span.from);
    at = span.to;
    return [before, insert];
  });
  return [...pieces, template.slice(at)].join('');
}

const names = readdirSync(root);

describe('templates with a fault', () => {
  it.each(names)('%s: it is named, with its place and what to do', (name) => {
    const template = read(name, 'template.jinja');
    const found = findFaults(template, optionsOf(name)).map((fault) => told(template, fault));
    expect(found).toEqual(JSON.parse(read(name, 'expected.json')));
  });

  it.each(names)('%s: an edit that is offered ends the fault, and makes no other', (name) => {
    const template = read(name, 'template.jinja');
    const faults = findFaults(template, optionsOf(name));
    for (const fault of faults) {
      if (fault.edit === null) continue;
      const after = findFaults(edited(template, fault), optionsOf(name)).map(({ code }) => code);
      expect(after).toEqual(faults.filter((one) => one !== fault).map(({ code }) => code));
    }
  });

  it('are of at least twenty kinds, and each remedy begins with a verb', () => {
    const all = names.flatMap((name) => JSON.parse(read(name, 'expected.json')) as Expected[]);
    expect(new Set(all.map(({ code }) => code)).size).toBeGreaterThanOrEqual(20);
    const verbs = /^(?:Add|Bound|Change|Choose|Correct|Declare|Pass|Print|Put|Remove|Rename|Replace|Test|Use|Write) /;
    expect(all.filter(({ remedy }) => !verbs.test(remedy))).toEqual([]);
  });
});

describe('real templates', () => {
  const used = [...new Set(goldenRenders.map(({ template }) => template))];

  it.each(used)('%s has the faults that are known, and no other', (name) => {
    const codes = findFaults(realTemplates.get(name)!).map(({ code }) => code);
    expect(codes).toEqual(knownFaults.get(name)?.map(({ code }) => code) ?? []);
  });

  it('have a reason for each known fault', () => {
    expect([...knownFaults.keys()].filter((name) => !used.includes(name))).toEqual([]);
    for (const faults of knownFaults.values())
      for (const { reason } of faults) expect(reason.length).toBeGreaterThan(20);
  });
});

describe('hostile templates', () => {
  it.each([
    ['an endless recursion', '{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}'],
    ['loops in loops', `${'{% for a in range(99999) %}'.repeat(5)}x${'{% endfor %}'.repeat(5)}`],
    [
      'a text that doubles',
      `{% set ns = namespace(a='aaaaaaaa') %}{% for i in range(99) %}{% set ns.a = ns.a + ns.a %}{% endfor %}{{ ns.a }}`,
    ],
    ['names of JavaScript', '{{ __proto__ }}{{ constructor }}{{ messages.__proto__ }}{{ messages[0].hasOwnProperty }}'],
    ['nothing', ''],
    ['binary', '\u0000\u0001{{\ud800}}\uffff'],
    ['deep brackets', `{{ ${'('.repeat(5000)}1${')'.repeat(5000)} }}`],
    ['deep branches', `${'{% if true %}'.repeat(3000)}${'{% endif %}'.repeat(3000)}`],
  ])('%s: they are answered', (_, template) => {
    for (const { message, remedy } of findFaults(template)) expect(message.length * remedy.length).toBeGreaterThan(0);
  });

  it('messages that are no messages are answered', () => {
    const template = read('healthy-chatml', 'template.jinja');
    for (const messages of [null, 7, 'text', [null], [[]], [{ role: 5, content: { a: [] }, tool_calls: 'x' }]])
      expect(findFaults(template, { own: { messages, tools: messages } })).toBeInstanceOf(Array);
  });
});
