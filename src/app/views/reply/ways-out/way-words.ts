import type { RuntimeInfo, WayOut, WaysOut } from '../../../../core/index.ts';

interface Words {
  /** Sentences that say what to do and what it gives; code is between backquotes. */
  readonly text: string;
  /** What its button does. */
  readonly button: string;
}

/** Who the sentences speak of. */
export interface Names {
  /** The label of the chosen runtime. */
  readonly chosen: string;
  readonly infoOf: (runtime: string) => Pick<RuntimeInfo, 'label' | 'flag' | 'project'> | undefined;
  readonly projectLabel: (project: string) => string;
}

/** A way out as a button with a sentence beside it. */
export function wayWords(way: WayOut, { intended }: Pick<WaysOut, 'intended'>, names: Names): Words {
  const calls = callsText(intended);
  const then = `Then ${names.chosen} returns ${calls}.`;
  switch (way.kind) {
    case 'flag':
    case 'engine':
      return runtimeWords(way, calls, names);
    case 'tools':
      return { text: `${way.label}. ${then}`, button: 'Change the tools' };
    case 'prompt':
      return {
        text: `Ask for the format \`${way.format}\` in the system prompt. ${names.chosen} returns ${calls} in that format.`,
        button: 'Change the prompt',
      };
    case 'edit':
      return { text: `${way.edit.label} in this reply. ${then}`, button: 'Edit the reply' };
  }
}

function runtimeWords(
  { kind, runtime, streams, isWrittenFor }: Extract<WayOut, { kind: 'flag' | 'engine' }>,
  calls: string,
  { infoOf, projectLabel }: Names,
): Words {
  const { label, flag, project } = infoOf(runtime) ?? { label: runtime, flag: '', project: '' };
  const sentences = [
    `${label} returns ${calls}.`,
    ...(flag === '' ? [] : [`Set \`${flag}\`.`]),
    ...(isWrittenFor ? [] : ['It was written for another format.']),
    ...(streams ? [] : ['Its stream returns something else.']),
  ];
  return {
    text: sentences.join(' '),
    button: kind === 'engine' ? `Switch to ${projectLabel(project)}` : flag === '' ? 'Switch runtime' : 'Switch parser',
  };
}

/** What is said above the list. */
export function waysHeadline({ intended, ways, onlyStream }: WaysOut, chosen: string): string {
  const calls = callsText(intended);
  if (onlyStream) return `Only the stream of ${chosen} fails. Send the request with \`stream: false\` to get ${calls}.`;
  if (ways.length > 0) return 'Each of these was tried on this reply.';
  return `Nothing that was tried makes ${chosen} return ${calls}.`;
}

function callsText(intended: number): string {
  return intended === 1 ? 'the intended call' : `the ${String(intended)} intended calls`;
}
