import { counted, type FormatPage, type ToolDefinition } from '../../../core/index.ts';
import { emptyLinkState, type LinkState } from '../../permalink/state.ts';
import type { Example } from '../../page/gallery/example.ts';

/** A text on which the reader of a format is tested. */
export interface FormatFixture {
  /** `one-call`, `dialect-one-line` and so on. */
  readonly name: string;
  readonly text: string;
  readonly tools: readonly ToolDefinition[];
  /** How many calls come of it, and how many that were cut off. */
  readonly calls: number;
  readonly incomplete: number;
}

const labels: Readonly<Record<string, string>> = {
  'one-call': 'One call',
  'two-calls': 'Two calls',
  'text-around': 'Text around it',
  'after-reasoning': 'After reasoning',
  truncated: 'Cut off',
  malformed: 'Malformed',
  quoted: 'Quoted, not called',
};

/** What a fixture is called on the page: a usual case, or how one dialect differs. */
export function fixtureLabel({ name }: FormatFixture): string {
  const [, dialect] = /^dialect-(.+)$/.exec(name) ?? [];
  if (dialect !== undefined) return `Dialect: ${dialect.replaceAll('-', ' ')}`;
  const words = name.replaceAll('-', ' ');
  return labels[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** The usual cases first, in the order in which they are explained; then the dialects. */
export function inOrder(fixtures: readonly FormatFixture[]): readonly FormatFixture[] {
  const usual = Object.keys(labels);
  const rank = ({ name }: FormatFixture): number => (usual.includes(name) ? usual.indexOf(name) : usual.length);
  return fixtures.toSorted((a, b) => rank(a) - rank(b));
}

/** What a fixture is read as, in words. */
export function fixtureOutcome({ calls, incomplete }: FormatFixture): string {
  const whole = calls === 0 ? 'no call' : counted(calls, 'call');
  return incomplete === 0 ? whole : `${whole}, ${String(incomplete)} cut off`;
}

/** The session that a text of a format opens as. */
export function exampleState(text: string, tools: readonly ToolDefinition[], runtime: string): LinkState {
  return { ...emptyLinkState, text, tools: tools.length === 0 ? '' : JSON.stringify(tools, null, 2), profile: runtime };
}

/** One entry of the gallery for each format. */
export function formatGallery(pages: readonly FormatPage[]): readonly Example[] {
  return pages.map(({ id, lineage, models, example, exampleTools, calls }) => ({
    id: `format-${id}`,
    group: 'One per format',
    title: id,
    lesson: `${lineage}. Written by: ${models}.`,
    state: exampleState(example, exampleTools, 'auto'),
    outcome: { tone: 'open', calls, codes: ['name'] },
  }));
}
