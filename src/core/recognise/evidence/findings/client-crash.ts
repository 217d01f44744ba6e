import { type Writer, writers } from '../evidence.ts';
import type { Reason } from './reason.ts';
import { packages } from '../writers/packages.ts';

/** What a language raises where a program took for granted what is not there, and the line of the stack that raised it. */
const PYTHON =
  /\bFile "([^"\n]{1,300}", line \d{1,6})[^\n]*\n(?:(?![^\n]*\bFile ")[^\n]{0,300}\n){0,6}?[^\n]{0,160}(?<![\w.])((?:Type|Attribute|Index|Key|Assertion|UnboundLocal)Error: [^\n]{1,200})/;
const JAVASCRIPT = /(?<![\w.])((?:Type|Reference|Range)Error: [^\n]{1,200})\n\s{1,12}at ([^\n]{1,300})/;
/** Java and C#: lines of the language and of its helpers come before those of who called them. */
const DOTTED =
  /(?<![\w.])((?:[A-Za-z]\w{0,40}\.){1,8}[A-Z]\w{0,80}(?:Exception|Error): [^\n]{1,200})\n(?:\s{1,12}at (?:java|jdk|sun|kotlin|org\.springframework\.util|System)\.[^\n]{1,300}\n){0,12}\s{1,12}at ([^\n]{1,300})/;

/** The code of a client failed beside calls that came whole, where the innermost line of its stack is its own; null for others. */
export function clientCrash(text: string, writer: Writer | null): Reason | null {
  if (writer === null || writers[writer].kind !== 'client') return null;
  const [, place = '', error = ''] = PYTHON.exec(text) ?? [];
  const [, raised = error, at = place] = JAVASCRIPT.exec(text) ?? DOTTED.exec(text) ?? [];
  const isOwn = packages.some((one) => one.writer === writer && one.sign.test(at));
  if (!isOwn) return null;
  const { label } = writers[writer];
  return {
    cause: 'client',
    says: `The calls came whole, and the code of ${label} failed after them: \`${raised.replaceAll('`', "'").trim()}\`.`,
    fix: `Update ${label}, or report its traceback with what the server sent.`,
  };
}
