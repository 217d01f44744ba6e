import { counted, drawnControls, engineOf, isChain, type RuntimeInfo, wordFor } from '../../core/index.ts';
import { judge, judgementText } from '../page/reading/expectation.ts';
import { callList } from './call-list.ts';
import { checkFirst } from './check-first.ts';
import { BODY_LIMIT, fitBody } from './fit-body.ts';
import type { ExportKind, Said, Subject } from './kind.ts';
import { serverNamedIn } from './named-server.ts';
import { pytestExport } from './pytest.ts';
import { versionedLabel } from './runtime-text.ts';
import { reproduction } from './recipes/index.ts';
import {
  ASKED,
  faultLine,
  folded,
  given,
  lines,
  linkText,
  quote,
  type ReportSection,
  section,
  sectionText,
  toolsText,
} from './report-section.ts';
import { fixLines, wordsOf } from './said.ts';
import { verdictWords } from './verdict-words.ts';

type Answer = NonNullable<Subject['extraction']>;

export const issueReportExport: ExportKind = {
  id: 'issue-report',
  label: 'Issue report',
  purpose: 'What maintainers ask for: raw text, runtime, tools, expected and actual calls, link.',
  use: 'message',
  file: { name: 'callscope-issue.md', type: 'text/markdown' },
  write(subject) {
    if (subject.extraction === null) return null;
    const sections = reportSections(subject, subject.extraction);
    // A program that is cut runs nowhere. What was pasted is cut first.
    const others = sections.filter(({ title }) => title !== PASTED);
    const isLong = others.map(sectionText).join('\n\n').length > BODY_LIMIT * 0.9;
    return fitBody(
      isLong ? sections.filter(({ isFolded }) => isFolded !== true) : sections,
      ({ body }) => (typeof body === 'string' ? null : body),
      (section, quoted) => sectionText({ ...section, body: quoted ?? section.body }),
    );
  },
};

/** The report in the order in which a maintainer reads it. */
export function reportSections(subject: Subject, extraction: Answer): readonly ReportSection[] {
  const { fields } = subject;
  const said = wordsOf(subject, extraction);
  const { headline, reason } = verdictWords(extraction);
  const judged = fields.expected === null ? '' : judgementText(judge(fields.expected, extraction));
  const fixes = fixLines(said);
  const toCheck = checkFirst(said, extraction);
  const error = said.error === '' ? '' : `Error: ${said.error}`;
  const read = [judged, said.isRead ? streamedText(extraction) : ''];
  const isShown = said.isProved && !extraction.runtime.lenient;
  // Nothing of an emulation is what happened.
  const emulated = lines(...(isShown ? [headline, reason] : []), ...read);
  const first = [
    said.isProved
      ? section('What happened', quote(lines(said.headline, said.reason, error)))
      : section(emulationTitle(extraction), quote(lines(said.headline, said.reason, ...read))),
    ...(fixes.length === 0 ? [] : [section('What to do', quote(lines(...fixes)))]),
    ...(toCheck === '' ? [] : [section('Check first', toCheck)]),
    section('What the server did', drawnControls(serverText(said, extraction))),
    section('Server', drawnControls(toFillIn(subject, said))),
    ...(fields.note.trim() === '' ? [] : [section('Note', quote(fields.note), 4)]),
  ];
  if (!said.isRead) {
    const pasted = fields.raw === '' ? fields.text : fields.raw;
    return [
      ...first,
      ...(pasted === '' ? [] : [section(PASTED, quote(pasted), 2)]),
      section('Tools', toolsText(subject, extraction.runtime), 6),
      section('Link', linkText(subject), 0),
    ];
  }
  const gaveNone = gaveNoCall(said);
  return [
    ...first,
    ...(said.isProved && emulated !== '' ? [section(emulationTitle(extraction), quote(emulated))] : []),
    ...(gaveNone && extraction.calls.length > 0
      ? [section('Calls of the emulation', quote(callList(extraction.calls), 'json'), 5)]
      : []),
    section(fields.edited ? 'Model output, edited after it was pasted' : 'Model output', quote(fields.text), 2),
    ...(fields.native.trim() === '' ? [] : [section('Native `tool_calls`', quote(fields.native, 'json'), 3)]),
    ...pastedSections(fields),
    section('Runtime', runtimeText(fields, extraction)),
    section('Tools', toolsText(subject, extraction.runtime), 6),
    ...templateSections(fields),
    section(
      'Expected calls',
      fields.expected === null ? 'Not stated. (Please fill in.)' : quote(callList(fields.expected), 'json'),
      2,
    ),
    section(
      isStreamFault(extraction) ? 'Actual calls of the whole reply' : 'Actual calls',
      gaveNone
        ? 'None: the server returned no call.'
        : extraction.outcome === 'error'
          ? refusedText(extraction)
          : quote(callList(extraction.calls), 'json'),
      2,
    ),
    section('Diagnoses', diagnoses(extraction), 5),
    section('Link', linkText(subject), 0),
    ...programSections(subject),
  ];
}

/** In the words of the server; a code is an id of this page. */
function refusedText({ error, runtime: { words } }: Answer): string {
  const code = error?.code ?? 'an error';
  const said = wordFor(code, words);
  return said === code
    ? `None: the server refuses the reply with \`${code}\`.`
    : `None: the server refuses the reply: ${said.replace(/\.$/, '')}.`;
}

function emulationTitle({ runtime }: Answer): string {
  return runtime.lenient ? 'Read by Callscope' : 'Emulated by Callscope';
}

/** Whether the paste shows that its server returned no call, whatever an emulation makes of the text. */
export function gaveNoCall({ did }: Said): boolean {
  return did !== null && did !== 'calls';
}

/** An emulation is no answer of a server: what is known of that is said, or asked for. */
function serverText({ did, isRead }: Said, { runtime }: Answer): string {
  const shown = 'What happened is what the pasted response or log shows.';
  if (!isRead) return did !== null ? shown : 'Not known. (Please add the answer of your server.)';
  const emulated = runtime.lenient
    ? 'Callscope’s own reading of the text'
    : `Callscope’s emulation of ${versionedLabel(runtime)}`;
  return did !== null
    ? `${shown}\n\nWhat follows is ${emulated}.`
    : `Not known: this is ${emulated}. (Please add the answer of your server.)`;
}

const PASTED = 'What was pasted';

/** The chat template of the case, under its name. */
function templateSections({ template }: Subject['fields']): readonly ReportSection[] {
  if (template === null || template.text.trim() === '') return [];
  const name = template.name === '' ? '' : `: ${template.name}`;
  return [folded(drawnControls(`Chat template${name}`), quote(template.text, 'jinja'), 7)];
}

/** The response, the stream or the log around the reply. */
export function pastedSections({ raw, text }: Subject['fields']): readonly ReportSection[] {
  return raw === '' || raw === text ? [] : [section(PASTED, quote(raw), 8)];
}

/** Who runs a proxy has set in it what it asks, and what it may change. */
export function proxyLines(proxy: Said['proxy']): readonly string[] {
  return proxy === null
    ? []
    : [
        `- Proxy: ${proxy.label}, version ${ASKED}`,
        `- Its settings for this model, without keys: ${ASKED}`,
        `- Server that it asks: ${proxy.asks === '' ? ASKED : proxy.asks}`,
      ];
}

/** What a maintainer asks about a server: what was pasted may say it, and the rest are lines to write in. */
function toFillIn({ model = null, fields: { raw, text } }: Subject, { isRead, host, proxy }: Said): string {
  // Without a reply, the paste is all words of who reports it.
  const named = serverNamedIn(raw === '' && !isRead ? text : raw, isRead ? text : '');
  const which = model ?? named.model;
  const { quantisation, answerId } = named;
  const ofIt = proxy === null ? '' : ' of that server';
  const isSaid = quantisation === null || which?.toLowerCase().includes(quantisation.toLowerCase()) === true;
  return [
    `- Model: ${given(which)}${isSaid ? '' : `, quantised as ${given(quantisation)}`}`,
    ...proxyLines(proxy),
    // Who only asks a server knows no version and no command of it.
    ...(host === ''
      ? [`- Version${ofIt}: ${given(named.version)}`, `- Start command${ofIt}: ${given(named.command)}`]
      : [`- Served by: ${host}`, `- Id of the answer: ${given(answerId)}`]),
  ].join('\n');
}

function runtimeText(fields: Subject['fields'], { runtime, diagnoses: found }: Answer): string {
  const streamed = found.some(({ code }) => code === 'D32') ? '; the stream gives something else' : '';
  const { recording } = fields;
  const came = recording === null ? '' : `; it came in ${counted(recording.lengths.length + 1, 'chunk')}`;
  return `${settingsText(fields, runtime)}\n- Read: as a whole reply${came}${streamed}`;
}

function settingsText(fields: Subject['fields'], runtime: RuntimeInfo): string {
  const { id, label, source, asks } = runtime;
  if (engineOf(id) !== null) return engineText(runtime, fields.thinking);
  const native = fields.nativeToolCalls === 'absent' ? 'not stated' : fields.nativeToolCalls;
  const stated = { native_tool_calls: native, self_contained_tools: String(fields.selfContained), thinking: '' };
  return [
    label === id ? `- Read by: \`${id}\`` : `- Read by: ${label} (\`${id}\`, version ${source.version})`,
    ...asks.flatMap((one) => (stated[one] === '' ? [] : [`- Capability \`${one}\`: ${stated[one]}`])),
  ].join('\n');
}

/** What is emulated: a request without thinking, and what a server left after the thinking, are read alike. */
const thinkingText: Readonly<Record<Subject['fields']['thinking'], string>> = {
  absent: 'not set',
  on: 'on',
  off: 'none before the text',
};

/** An engine asks for no capabilities but perhaps for thinking; whoever runs it needs the flag and the file. */
function engineText(runtime: RuntimeInfo, thinking: Subject['fields']['thinking']): string {
  const { id, label, source, flag, asks } = runtime;
  const { version, commit, file } = source;
  return [
    `- Read by: ${label} (\`${id}\`, version ${version})`,
    ...(commit === undefined ? [] : [`- Commit: \`${commit}\``]),
    `- Parser: \`${flag}\``,
    ...(file === undefined ? [] : [`- File: \`${file}\``]),
    ...(asks.includes('thinking') || isChain(runtime) ? [`- Thinking: ${thinkingText[thinking]}`] : []),
  ].join('\n');
}

function diagnoses({ diagnoses: found, document }: Answer): ReportSection['body'] {
  if (found.length === 0) return 'None.';
  return quote(
    drawnControls(
      found
        .map(
          (one) =>
            `${faultLine(document, one)}\n    ${one.code === 'D32' ? 'Workaround' : 'Permanent fix'}: ${one.remedy}`,
        )
        .join('\n'),
    ),
  );
}

function isStreamFault({ diagnoses: found }: Answer): boolean {
  return found.some(({ code }) => code === 'D32');
}

/** What a stream gives, where that is something else. */
function streamedText({ diagnoses: found }: Answer): string {
  const differs = found.find(({ code }) => code === 'D32');
  return differs === undefined ? '' : differs.message;
}

/** A program that asks the original, where one is known. */
function programSections(subject: Subject): readonly ReportSection[] {
  const program = reproduction(subject);
  if (program !== null) return [folded('Program', quote(program.text, program.language), 7)];
  const isPython = ['vllm', 'sglang'].includes(subject.extraction?.runtime.project ?? '');
  const test = isPython ? pytestExport.write(subject) : null;
  return test === null ? [] : [folded('Program', quote(test, 'python'), 7)];
}
