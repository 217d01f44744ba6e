import {
  declaredTools,
  type Diagnosis,
  drawnControls,
  engineOf,
  placeText,
  type RuntimeInfo,
} from '../../core/index.ts';
import type { Quoted } from './fit-body.ts';
import { isLinkable, type Subject } from './kind.ts';
import { fenced, markdownLink } from './markdown-text.ts';
import { requestTools } from './request-tools.ts';

/** One part of a report under a heading of its own. */
export interface ReportSection {
  readonly title: string;
  /** Markdown, or a text inside a fence. */
  readonly body: string | Quoted;
  /** Those with the highest numbers go first where there is too little room; 0 is the last to go. */
  readonly rank: number;
  /** It opens with a click where Markdown has that: a maintainer reads the rest first. */
  readonly isFolded?: true;
}

export function section(title: string, body: ReportSection['body'], rank = 1): ReportSection {
  return { title, body, rank };
}

export function folded(title: string, body: ReportSection['body'], rank: number): ReportSection {
  return { title, body, rank, isFolded: true };
}

export function quote(text: string, language = 'text'): ReportSection['body'] {
  return { quoted: text, language };
}

export function sectionText({ title, body, isFolded }: Pick<ReportSection, 'title' | 'body' | 'isFolded'>): string {
  const text = typeof body === 'string' ? body : fenced(body.quoted, body.language);
  return isFolded === true
    ? `<details>\n<summary>${title}</summary>\n\n${text}\n\n</details>`
    : `### ${title}\n\n${text}`;
}

/** A diagnosis with one place: its sentence names the exact one, where there is one. */
export function faultLine(document: string, { code, message, span }: Diagnosis): string {
  return /\(line \d/.test(message) ? `${code}: ${message}` : `${code}, ${placeText(document, span.from)}: ${message}`;
}

/** What is asked for where nothing says it. */
export function given(said: string | null): string {
  return said === null ? ASKED : `\`${said.replaceAll(/(?:\\\r?\n|[`\s])+/g, ' ')}\``;
}

export const ASKED = '(Please fill in.)';

/** Lines that say something. */
export function lines(...all: readonly string[]): string {
  return drawnControls(all.filter((line) => line !== '').join('\n'));
}

/** In the form of a request, so that a maintainer can send them. Tools that cannot be read stay as they were written. */
export function toolsText(subject: Subject, runtime: RuntimeInfo): ReportSection['body'] {
  const { tools } = subject.fields;
  if (tools.trim() === '') return 'None are known.';
  if (engineOf(runtime.id) === null || (declaredTools(tools) ?? []).length === 0) return quote(tools, 'json');
  return quote(requestTools(subject, runtime, 'openai'), 'json');
}

export function linkText({ link }: Subject): string {
  return !isLinkable(link)
    ? 'The case is too long for a link: the case file is attached.'
    : markdownLink('Open this case in Callscope', link);
}
