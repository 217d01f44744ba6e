import { type Span, withPlace } from '../../text/document/index.ts';
import type { Diagnosis, Extraction } from '../../trace/index.ts';
import { replace } from '../changes.ts';
import { NOT_CUT } from '../cuts.ts';
import { closersOf, openerAt } from '../literals.ts';
import { diagnosis, edit, quoted } from '../rule.ts';
import { blockOf, blocksOf, type Subject } from '../subject.ts';
import { areAlike } from './departures.ts';

/** The call that the end of the text cuts off; null where none is. */
function cutCallOf({ document, textTo }: Subject, { incomplete }: Extraction): Extraction['incomplete'][number] | null {
  const last = incomplete.at(-1);
  return last !== undefined && document.slice(last.span.to, textTo).trim() === '' ? last : null;
}

/** Whether the calls that were meant come without the one that is cut off: then that is why they do not come. */
export function cutOff(subject: Subject, auto: Extraction, consequence: string): Diagnosis | null {
  const cut = cutCallOf(subject, auto);
  const last = auto.calls.at(-1);
  if (cut === null || last === undefined || cut.span.from < last.span.to) return null;
  const { document, textTo } = subject;
  const blocks = blocksOf(auto);
  const around = blockOf(last, blocks);
  const isList = around === null || around.to >= cut.span.from;
  const opened = blocks.findLast(({ from }) => from <= last.span.from)?.from ?? 0;
  const [closer = ''] = closersOf(openerAt(document, around?.from ?? opened));
  const rest: Span = { from: isList ? last.span.to : around.to, to: textTo };
  const comes = ['', closer, `]${closer}`].some((end) => {
    const after = subject.after(edit('', replace(rest, end)));
    return after !== null && after.error === undefined && areAlike(auto.calls, after.calls);
  });
  if (!comes) return null;
  const fact = withPlace(`The text ends inside the call to \`${quoted(cut.name)}\``, document, cut.span.to);
  const said = `${fact}. ${consequence}`;
  return subject.isStopped ? diagnosis('D08', said, cut.span, null, NOT_CUT) : diagnosis('D27', said, cut.span);
}
