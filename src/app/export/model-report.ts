import { counted, numberText } from '../../core/index.ts';
import { fitBody } from './fit-body.ts';
import { pastedSections, proxyLines } from './issue-report.ts';
import type { ExportKind, Said, Subject } from './kind.ts';
import { serverNamedIn } from './named-server.ts';
import {
  ASKED,
  faultLine,
  given,
  lines,
  linkText,
  quote,
  type ReportSection,
  section,
  sectionText,
  toolsText,
} from './report-section.ts';
import { wordsOf } from './said.ts';

type Answer = NonNullable<Subject['extraction']>;

/** They say what a server or its parser does, and nothing of what the model wrote. */
const OF_SERVERS: ReadonlySet<string> = new Set(['D01', 'D32']);

/** How the model chose its words, as requests and commands have it. */
const SAMPLING =
  /(?<![\w.-])["']?(temperature|temp|top[_-]p|top[_-]k|min[_-]p|repeat[_-]penalty|repetition_penalty|presence_penalty)["']?(?:\s{0,2}[:=]\s{0,2}|\s)["']?(\d{1,3}(?:\.\d{1,6})?)(?![\w.])/g;

/** For those who made the model: what it was given and what it wrote, and less of what a server did with it. */
export const modelReportExport: ExportKind = {
  id: 'model-report',
  label: 'Report for the model’s makers',
  purpose: 'What the model was given, what it wrote, where that is broken, and how many servers read it.',
  use: 'message',
  file: { name: 'callscope-model.md', type: 'text/markdown' },
  needsReply: true,
  isFor: ({ text }) => text.trim() !== '',
  write(subject) {
    if (subject.extraction === null || !wordsOf(subject, subject.extraction).isRead) return null;
    return fitBody(
      sectionsOf(subject, subject.extraction),
      ({ body }) => (typeof body === 'string' ? null : body),
      (part, quoted) => sectionText({ ...part, body: quoted ?? part.body }),
    );
  },
};

function sectionsOf(subject: Subject, extraction: Answer): readonly ReportSection[] {
  const { fields } = subject;
  const { template } = fields;
  const said = wordsOf(subject, extraction);
  const written = fields.edited ? 'Model output, edited after it was pasted' : 'Model output';
  return [
    section('Model', modelText(subject, said)),
    ...(said.isProved ? [section('What happened', quote(lines(said.headline, said.error)))] : []),
    section(written, quote(fields.text)),
    ...(fields.native.trim() === '' ? [] : [section('Native `tool_calls`', quote(fields.native, 'json'))]),
    section('What is broken', brokenText(extraction)),
    section('Read by', readersText(subject)),
    section('Tools', toolsText(subject, extraction.runtime)),
    section('Prompt', promptText(fields)),
    section('Chat template', template === null || template.text.trim() === '' ? ASKED : quote(template.text, 'jinja')),
    ...pastedSections(fields),
    ...(fields.note.trim() === '' ? [] : [section('Note', quote(fields.note))]),
    section('Link', linkText(subject)),
  ];
}

function modelText({ model = null, fields: { raw, text } }: Subject, { host, proxy }: Said): string {
  const named = serverNamedIn(raw, text);
  const chosen = [
    ...new Set([...raw.slice(0, 50_000).matchAll(SAMPLING)].map(([, name = '', value = '']) => `${name} ${value}`)),
  ];
  return [
    `- Model: ${given(model ?? named.model)}`,
    `- Quantisation: ${given(named.quantisation)}`,
    ...proxyLines(proxy),
    ...(host === ''
      ? [`- Server: ${given(named.version)}`, `- Start command: ${given(named.command)}`]
      : [`- Served by: ${host}`, `- Id of the answer: ${given(named.answerId)}`]),
    `- Sampling: ${given(chosen.length === 0 ? null : chosen.join(', '))}`,
  ].join('\n');
}

/** Each fault with where it begins; its sentence names the very place where that is known. */
function brokenText({ diagnoses, document, outcome }: Answer): ReportSection['body'] {
  const faults = diagnoses.filter(({ code }) => !OF_SERVERS.has(code));
  if (faults.length > 0) return quote(lines(...faults.map((one) => faultLine(document, one))));
  return outcome === 'calls' ? 'Nothing that Callscope knows.' : ASKED;
}

function readersText({ readers = null }: Subject): string {
  if (readers === null) return ASKED;
  const { read, asked } = readers;
  return `${numberText(read)} of ${counted(asked, 'server parser')} give the calls, as Callscope emulates them.`;
}

/** As far as the paste has it: a template may have added to it. */
function promptText({ system, loop }: Subject['fields']): ReportSection['body'] {
  const asked = loop?.asked ?? '';
  if (system.trim() === '' && asked.trim() === '') return ASKED;
  const parts = [
    ...(system.trim() === '' ? [] : [`System: ${system}`]),
    ...(asked.trim() === '' ? [] : [`User: ${asked}`]),
  ];
  return quote(parts.join('\n\n'));
}
