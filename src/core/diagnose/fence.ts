import { withPlace } from '../text/document/index.ts';
import { asFence } from '../agents/index.ts';
import { changesOf, lacksOnlyClosers, payloadAt } from './json.ts';
import { misspeltLanguage } from '../formats/index.ts';
import { insertAt, remove, replace } from './changes.ts';
import { NOT_CUT } from './cuts.ts';
import { diagnosis, edit, quoted, type StepRule, type WholeRule } from './rule.ts';
import { firstCalls } from './subject.ts';

const OPENER = '~~~tool_call';

/** The closing fence is indented. */
export const indentedCloser: StepRule = {
  on: ['closer-indented'],
  find: (event, { document }) =>
    diagnosis(
      'D17',
      `${withPlace('The closing fence is indented, so it closes nothing', document, event.to - 3)}.`,
      event,
      edit('Remove the indentation', remove(event.from, event.to - 3)),
    ),
};

/** The closing marker is missing. The edit adds one after the payload. */
export const missingCloser: StepRule = {
  on: ['unclosed-block', 'tag-unclosed'],
  find(event, subject) {
    const { document, trace, textTo } = subject;
    if (event.kind !== 'reject' || subject.isAmongData({ from: event.from, to: event.from })) return null;
    const isIndented = trace.some(
      (one) => one.kind === 'quirk' && one.code === 'closer-indented' && one.from >= event.at,
    );
    if (isIndented) return null;
    const isFence = event.code === 'unclosed-block';
    const from = isFence ? event.at : document.indexOf('{', event.from);
    const payload = from < 0 || from >= textTo ? null : payloadAt(document, from, textTo);
    if (payload === null) return null;
    const cut = !lacksOnlyClosers(payload);
    const what = isFence ? 'fence' : 'tag';
    if (cut && subject.isStopped) {
      const message = 'The model stopped in the middle of a call. Do not run this call.';
      return diagnosis('D08', message, { from: event.from, to: payload.end }, null, NOT_CUT);
    }
    return diagnosis(
      cut ? 'D27' : 'D04',
      cut
        ? 'The reply ends in the middle of a call. The token limit may have cut it off. Do not run this call.'
        : payload.complete
          ? `The ${what} is never closed, but the payload is complete.`
          : `The reply ends before the last brackets of the payload and before the end of the ${what}.`,
      { from: event.from, to: payload.end },
      cut
        ? null
        : edit(
            `Close the ${what}`,
            ...changesOf(payload.repairs),
            insertAt(payload.end, isFence ? '\n~~~' : '\n</tool_call>'),
          ),
    );
  },
};

/** The next fence opens before this one closes, and the runtime takes its first line for the closing line. */
export const openerAsCloser: StepRule = {
  on: ['opener-taken-as-closer'],
  find: (event, { document }) =>
    diagnosis(
      'D04',
      `${withPlace('The next fence opens before this one is closed', document, event.from)}. The server takes the next opening line for the closing line.`,
      event,
      edit('Close the fence', insertAt(event.from, '~~~\n')),
    ),
};

/** The payload is on the line of the opener. */
export const oneLineFence: StepRule = {
  on: ['no-line-break-after-marker'],
  find(event, { document, parts }) {
    if (event.kind !== 'reject' || document.charAt(event.at) !== '{') return null;
    const to = parts.text?.to ?? document.length;
    const payload = payloadAt(document, event.at, to);
    if (payload === null || !payload.complete) return null;
    const closer = /^[ \t]*(?=~~~)/.exec(document.slice(payload.end, Math.min(payload.end + 40, to)));
    const close =
      closer === null
        ? insertAt(payload.end, '\n~~~\n')
        : { span: { from: payload.end, to: payload.end + closer[0].length }, insert: '\n' };
    return diagnosis(
      'D17',
      'The payload is on the same line as its fence. Both fences need lines of their own.',
      { from: event.from, to: payload.end },
      edit('Add line breaks', insertAt(event.from + OPENER.length, '\n'), ...changesOf(payload.repairs), close),
    );
  },
};

/** The fence has backticks, or more or fewer than three tildes. */
export const otherFence: WholeRule = {
  look(subject) {
    const { document, textTo } = subject;
    const { lenient, formats } = subject.extraction.runtime;
    if (lenient || !formats.includes('exathena-fence') || document.includes(OPENER)) return [];
    const found = /^[ \t]{0,8}(`{2,}|~{2,})[ \t]{0,8}tool[-_ ]?calls?[ \t]{0,8}$/m.exec(document.slice(0, textTo));
    if (found === null) return [];
    const sign = found[1] ?? '';
    const from = found.index;
    const to = from + found[0].length;
    const close = document.indexOf(`\n${sign}`, to);
    const closes =
      close < 0 || close >= textTo ? [] : [replace({ from: close + 1, to: close + 1 + sign.length }, '~~~')];
    const change = edit('Use three tildes', replace({ from, to }, OPENER), ...closes);
    const after = subject.after(change);
    // The raw tier may have read the JSON in the fence already.
    if (!after?.calls.some(({ tier }) => tier === 'tagged')) return [];
    return [
      diagnosis(
        'D17',
        `${withPlace(`The fence begins with ${sign.startsWith('`') ? 'backticks' : `${String(sign.length)} tildes`}`, document, from)}. The server accepts only \`${OPENER}\`.`,
        { from, to },
        change,
      ),
    ];
  },
};

/** A lenient runtime reads this fence, but ExAthena does not. */
export const toleratedFence: WholeRule = {
  look(subject) {
    if (!subject.readsFormats) return [];
    return firstCalls(subject.extraction).flatMap((call) => {
      const block = call.format === 'exathena-fence' ? subject.blockAround(call.span.from) : null;
      if (block === null) return [];
      const text = subject.document.slice(block.from, block.to);
      if (/^~~~tool_call\s*\n/.test(text) && /\n~~~\s*$/.test(text)) return [];
      return [
        diagnosis(
          'D17',
          'Callscope accepts this fence, but ExAthena does not. Both fences must be on lines of their own, and the closing one must not be indented.',
          block,
          edit('Correct the fence', replace(block, asFence(call))),
        ),
      ];
    });
  },
};

const FENCE_LINE = /^[ \t]{0,8}`{3,}[ \t]{0,8}([\w-]{1,40})[ \t]*\n\s*$/m;
const LONGEST_FENCE = 200;

/** A call is in a code block whose language is a misspelling of one that may hold calls. */
export const misspeltFence: WholeRule = {
  look(subject) {
    const { document } = subject;
    if (!subject.readsFormats) return [];
    return firstCalls(subject.extraction).flatMap(({ span }) => {
      const before = document.slice(Math.max(0, span.from - LONGEST_FENCE), span.from);
      const found = FENCE_LINE.exec(before);
      const [, word = ''] = found ?? [];
      const meant = misspeltLanguage(word.toLowerCase());
      if (found === null || meant === null) return [];
      const from = span.from - before.length + found.index + found[0].indexOf(word);
      const at = { from, to: from + word.length };
      return [
        diagnosis(
          'D06',
          {
            fact: `${withPlace(`\`${quoted(word)}\` after the fence is almost \`${meant}\``, document, from)}.`,
            reader: 'Callscope reads the call, but most parsers do not.',
          },
          at,
          edit('Correct the word', replace(at, meant)),
        ),
      ];
    });
  },
};
