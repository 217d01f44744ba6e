import { engineOf, placeText, verdictOf, type RuntimeInfo } from '../../core/index.ts';
import { judge, judgementText } from '../reading/expectation.ts';
import { callList } from './call-list.ts';
import { LINK_LIMIT, type ExportKind, type Subject } from './kind.ts';
import { fenced, markdownLink } from './markdown-text.ts';
import { pytestExport } from './pytest.ts';
import { reproduction } from './recipes/index.ts';

export const issueReportExport: ExportKind = {
  id: 'issue-report',
  label: 'Issue report',
  purpose: 'Everything a maintainer asks for: raw text, runtime, tools, expected and actual calls, the link.',
  use: 'message',
  file: { name: 'callscope-issue.md', type: 'text/markdown' },
  write(subject) {
    const { fields, extraction } = subject;
    if (extraction === null) return null;
    const { headline, reason } = verdictOf(extraction);
    const judged = fields.expected === null ? '' : judgementText(judge(fields.expected, extraction));
    const happened = [judged, headline, reason, streamedText(extraction)].filter((line) => line !== '');
    return [
      section('What happened', fenced(happened.join('\n'))),
      ...(fields.note.trim() === '' ? [] : [section('Note', fenced(fields.note))]),
      section('What the model said', fenced(fields.text)),
      ...(fields.native.trim() === '' ? [] : [section('Native `tool_calls`', fenced(fields.native, 'json'))]),
      section('Runtime', runtimeText(fields, extraction.runtime)),
      section('Tools', fields.tools.trim() === '' ? 'None declared.' : fenced(fields.tools, 'json')),
      section(
        'Expected calls',
        fields.expected === null ? 'Not stated. (Please fill in.)' : fenced(callList(fields.expected), 'json'),
      ),
      section(
        'Actual calls',
        extraction.outcome === 'error'
          ? `None: the runtime refuses the reply with \`${extraction.error?.code ?? 'an error'}\`.`
          : fenced(callList(extraction.calls), 'json'),
      ),
      section('Diagnoses', diagnoses(extraction)),
      section('Reproduce', reproduce(subject)),
    ].join('\n\n');
  },
};

function section(title: string, body: string): string {
  return `### ${title}\n\n${body}`;
}

function runtimeText(fields: Subject['fields'], runtime: RuntimeInfo): string {
  const { id, label, source } = runtime;
  if (engineOf(id) !== null) return engineText(runtime, fields.thinking);
  const native = fields.nativeToolCalls === 'absent' ? 'not stated' : fields.nativeToolCalls;
  return [
    label === id ? `- Profile: \`${id}\`` : `- Profile: ${label} (\`${id}\`, version ${source.version})`,
    `- Capability \`native_tool_calls\`: ${native}`,
    `- Capability \`self_contained_tools\`: ${String(fields.selfContained)}`,
  ].join('\n');
}

/** An engine asks for no capabilities but perhaps for thinking; whoever runs it needs the flag and the file. */
function engineText(runtime: RuntimeInfo, thinking: Subject['fields']['thinking']): string {
  const { id, label, source, flag, asks } = runtime;
  const { version, commit, file } = source;
  return [
    `- Profile: ${label} (\`${id}\`, version ${version})`,
    ...(commit === undefined ? [] : [`- Commit: \`${commit}\``]),
    `- Parser: \`${flag}\``,
    ...(file === undefined ? [] : [`- File: \`${file}\``]),
    ...(asks.includes('thinking') ? [`- Thinking: ${thinking === 'absent' ? 'not set' : thinking}`] : []),
  ].join('\n');
}

function diagnoses({ diagnoses: found, document }: NonNullable<Subject['extraction']>): string {
  if (found.length === 0) return 'None.';
  return fenced(
    found
      .map(
        ({ code, message, span, remedy }) =>
          `${code} at ${placeText(document, span.from)}: ${message}\n    Permanent fix: ${remedy}`,
      )
      .join('\n'),
  );
}

/** What a stream gives, where that is something else. */
function streamedText({ diagnoses: found }: NonNullable<Subject['extraction']>): string {
  const differs = found.find(({ code }) => code === 'D32');
  return differs === undefined ? '' : differs.message;
}

function reproduce(subject: Subject): string {
  return [linkText(subject), programText(subject)].filter((part) => part !== '').join('\n\n');
}

/** A program that asks the original, where one is known. */
function programText(subject: Subject): string {
  const program = reproduction(subject);
  if (program !== null) return fenced(program.text, program.language);
  const isPython = ['vllm', 'sglang'].includes(subject.extraction?.runtime.project ?? '');
  const test = isPython ? pytestExport.write(subject) : null;
  return test === null ? '' : fenced(test, 'python');
}

function linkText({ link }: Subject): string {
  return link.length > LINK_LIMIT
    ? 'The case is too long for a link: the case file is attached.'
    : markdownLink('Open this case in Callscope', link);
}
