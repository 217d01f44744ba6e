import { counted, type Fix, type RuntimeInfo, type WaysOut } from '../../../../core/index.ts';
import type { WordedEvidence } from '../../../worker/protocol.ts';

interface Words {
  /** Sentences that say what to do and what it gives; code is between backquotes. */
  readonly text: string;
  /** What a correct reply loses by it; '' for a safe fix. */
  readonly warning: string;
  /** What its button does; '' where the page cannot do it. */
  readonly button: string;
}

/** Who the sentences speak of. */
export interface Names {
  /** The label of the chosen runtime. */
  readonly chosen: string;
  readonly infoOf: (runtime: string) => Pick<RuntimeInfo, 'label' | 'flag' | 'project'> | undefined;
  readonly projectLabel: (project: string) => string;
}

/** A fix as sentences, with a button where the page can do it. */
export function wayWords(
  fix: Fix,
  { intended, isRefused }: Pick<WaysOut, 'intended' | 'isRefused'>,
  names: Names,
): Words {
  const calls = isRefused && !ANSWERS_AGAIN.has(fix.what.kind) ? refusedText(intended) : callsText(intended);
  return { ...doneWords(fix, calls, names), warning: fix.breaks ?? '' };
}

function doneWords({ what, tried }: Fix, calls: string, names: Names): Omit<Words, 'warning'> {
  const { chosen } = names;
  const then = `Then ${chosen} returns ${calls}.`;
  switch (what.kind) {
    case 'flag':
    case 'engine':
      return runtimeWords(what, tried.reply.streamed, calls, names);
    case 'reasoning':
      return what.parser === ''
        ? { text: `Start the server without a reasoning parser. Then it returns ${calls}.`, button: 'Switch it off' }
        : {
            text: `Start the server with \`--reasoning-parser ${what.parser}\`. Then it returns ${calls}.`,
            button: 'Switch reasoning parser',
          };
    case 'tools':
      return { text: `${what.label}. ${then}`, button: 'Change the tools' };
    case 'prompt':
      return {
        text: `Have the prompt ask for the format \`${what.format}\`. ${chosen} returns ${calls} in that format.`,
        button: 'Change the prompt',
      };
    case 'whole':
      return { text: `Send the request with \`stream: false\`. ${then}`, button: '' };
    case 'constrain':
      return {
        text: `Have the server force a call: \`tool_choice: required\`, or guided decoding. ${chosen} returns ${calls} in \`${what.format}\`.`,
        button: '',
      };
    case 'model':
      if (what.isOther)
        return {
          text: `Use a model that was trained on \`${what.format}\`. ${chosen} returns ${calls} in that format.`,
          button: '',
        };
      return {
        text: `Send the request again at a lower temperature, or use a larger or less quantised model. ${chosen} returns ${calls} when the model writes correct \`${what.format}\`.`,
        button: '',
      };
    case 'edit':
      return { text: `${what.edit.label} in this reply. ${then}`, button: 'Edit the reply' };
  }
}

function runtimeWords(
  { kind, runtime, isOfOtherModel, changesPrompt }: Extract<Fix['what'], { kind: 'flag' | 'engine' }>,
  streams: boolean,
  calls: string,
  { infoOf, projectLabel }: Names,
): Omit<Words, 'warning'> {
  const { label, flag, project } = infoOf(runtime) ?? { label: runtime, flag: '', project: '' };
  const sentences = [
    `${label} returns ${calls}.`,
    ...(flag === '' ? [] : [`Set \`${flag}\`.`]),
    ...(streams ? [] : ['Its stream returns something else.']),
    ...(isOfOtherModel ? [changesPrompt === true ? OTHER_TEMPLATE : 'It belongs to another model.'] : []),
  ];
  return {
    text: sentences.join(' '),
    button: kind === 'engine' ? `Switch to ${projectLabel(project)}` : flag === '' ? 'Switch server' : 'Switch parser',
  };
}

const OTHER_TEMPLATE = 'The template belongs to another model, and it changes the prompt.';

/**
 * What helps by what the paste proves, where it has a call that no parser can be tried on as the text is: the answer above speaks
 * of that call. Null where it proves none.
 */
export function provedFixes(proof: Pick<WordedEvidence, 'evidence' | 'sentences'> | null): readonly string[] | null {
  if (proof === null || proof.evidence.call === null) return null;
  return [...new Set(proof.sentences.causes.map(({ fix }) => fix))].filter((fix) => fix !== '');
}

/** What is said above the list. */
export function waysHeadline({ intended, ways, onlyStream, left, isRefused }: WaysOut, chosen: string): string {
  const calls = callsText(intended);
  if (ways.length === 0) return `Nothing that was tried makes ${chosen} return ${calls}.`;
  const first = onlyStream
    ? `Only the stream of ${chosen} fails.`
    : left === null
      ? isRefused
        ? `The schema refuses ${intended === 1 ? 'the call' : 'a call'} as the model wrote it: no parser changes that.`
        : ''
      : `The model left its format \`${left}\`. Fix that first: another parser comes last.`;
  return `${first} ${triedText(ways)}`.trim();
}

/** Of a fix that has the model answer again, nobody knows what the model writes then. */
const ANSWERS_AGAIN: ReadonlySet<Fix['what']['kind']> = new Set(['prompt', 'constrain', 'model']);

function triedText(ways: readonly Fix[]): string {
  const untried = ways.filter(({ what }) => ANSWERS_AGAIN.has(what.kind)).length;
  if (untried === ways.length) return 'The model has to answer again, which cannot be tried here.';
  const all = 'was tried on this reply and on correct calls, the safest first.';
  return untried === 0
    ? `Each fix ${all}`
    : `Each fix ${all} Not tried: ${untried === 1 ? 'the one' : 'those'} for which the model has to answer again.`;
}

/** Calls that come as the model wrote them, where that is not what the schema asks for. */
function refusedText(intended: number): string {
  return intended === 1
    ? 'the call as it is, which its schema refuses'
    : `the ${counted(intended, 'call')} as they are, of which the schema refuses one or more`;
}

function callsText(intended: number): string {
  return intended === 1 ? 'the intended call' : `the ${String(intended)} intended calls`;
}
