import { loadTemplateSources, type SourceReading, type TemplateSource } from '../../../../core/index.ts';
import { emptyTemplate, type TemplateState } from '../../../permalink/state.ts';
import type { Page } from '../../../page/page.svelte.ts';
import { bytesOf, readGgufHeader, type FileBytes } from './read-gguf-header.ts';

/** The most bytes of a file with a template that is no GGUF file. */
const MOST_BYTES = 32 * 1024 * 1024;

/** What is needed of a `File`. */
export interface TemplateFile extends FileBytes {
  readonly name: string;
  text(): Promise<string>;
}

/** The templates of the file that was opened last: one with several lets the reader choose. */
export class OpenedFile {
  name = $state('');
  source: TemplateSource | null = $state.raw(null);
}

type Sources = Awaited<ReturnType<typeof loadTemplateSources>>;

/**
 * Opens the template of a file where it is meant as one.
 *
 * @param isWanted whether a file that is none is a mistake, and said
 * @returns whether the file is done with
 */
export async function openTemplateFile(
  page: Pick<Page, 'session' | 'of'>,
  file: TemplateFile,
  isWanted: boolean,
  now: Date,
): Promise<boolean> {
  const sources = await loadTemplateSources();
  const begin = await bytesOf(file, sources.FIRST_GGUF_BYTES);
  if (begin === null)
    return isWanted
      ? refuse(page, file.name, 'The browser could not read it. Check that it is a file and still exists.')
      : false;
  if (sources.isGguf(begin))
    return take(page, file.name, await readGgufHeader(file, begin, sources.readGguf), sources, now);
  if (file.size > MOST_BYTES)
    return isWanted ? refuse(page, file.name, 'It is larger than 32 MiB and no GGUF file.') : false;
  const content = await file.text().catch(() => null);
  if (content === null) return false;
  if (!isWanted && !sources.isTemplateFile(file.name, content)) return false;
  return take(page, file.name, sources.readTextSource(content, file.name), sources, now);
}

/** Opens a template that was pasted: a text, or JSON with one. */
export async function openTemplateText(page: Pick<Page, 'session' | 'of'>, text: string, now: Date): Promise<void> {
  const sources = await loadTemplateSources();
  take(page, '', sources.readTextSource(text), sources, now);
}

/**
 * Opens a pasted text at the prompt where it is a chat template, and says so.
 *
 * @param asReply reads it as a reply: what a reader may want all the same
 * @returns whether it is one
 */
export async function openPastedTemplate(
  page: Pick<Page, 'session' | 'of'>,
  text: string,
  asReply: () => void,
  now: Date,
): Promise<boolean> {
  const sources = await loadTemplateSources();
  if (!sources.isPastedTemplate(text)) return false;
  const { session } = page;
  const { template } = session.fields;
  const reading = sources.readTextSource(text);
  if (!reading.ok || !take(page, '', reading, sources, now)) return false;
  const run = (): void => {
    session.dismiss('recognised');
    session.set({ template });
    session.setView('reply');
    asReply();
  };
  const action = { label: 'Read it as a reply', overwrites: ['template'], run } as const;
  session.say({ kind: 'recognised', tone: 'info', text: 'Recognised: a chat template. It is open in Prompt.', action });
  return true;
}

/** Shows a template, and keeps how the one before was rendered. */
export function showTemplate(
  page: Pick<Page, 'session'>,
  template: Pick<TemplateState, 'text' | 'name' | 'variables'>,
  now: Date,
): void {
  const { session } = page;
  const before = session.fields.template;
  const change = {
    template: { ...(before ?? emptyTemplate), ...template, step: null, inFront: true, date: dateText(now) },
  };
  const replaces = before !== null && before.text.trim() !== '' && before.text !== template.text;
  if (replaces) session.setWithUndo('The template was replaced.', change);
  else session.set(change);
  session.setView('prompt');
}

function take(
  page: Pick<Page, 'session' | 'of'>,
  name: string,
  reading: SourceReading,
  sources: Sources,
  now: Date,
): boolean {
  if (!reading.ok) return refuse(page, name, sources.sourceProblemText(reading.problem));
  const { source } = reading;
  const hasTools = page.session.fields.tools.trim() !== '';
  const chosen = sources.usualTemplate(source.templates, hasTools);
  if (chosen === undefined) return refuse(page, name, sources.goTemplateText(source.goCall));
  const opened = page.of(OpenedFile);
  opened.name = name;
  opened.source = source;
  const variables = Object.keys(source.variables).length === 0 ? '' : JSON.stringify(source.variables, null, 2);
  showTemplate(page, { text: chosen.text, name, variables }, now);
  page.session.dismiss('link');
  return true;
}

function refuse({ session }: Pick<Page, 'session'>, name: string, reason: string): true {
  const what = name === '' ? 'The text' : `“${name}”`;
  session.say({ kind: 'link', tone: 'bad', text: `${what} was not opened. ${reason} Your own work is untouched.` });
  return true;
}

/** A local time as templates are given it. */
export function dateText(now: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${String(now.getFullYear())}-${two(now.getMonth() + 1)}-${two(now.getDate())} ${two(now.getHours())}:${two(now.getMinutes())}`;
}
