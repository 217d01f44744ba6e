import { counted, withPlace } from '../text/document/index.ts';
import { orForceCall } from './engine-dialect.ts';
import { diagnosis, quoted, type WholeRule } from './rule.ts';

const MOST_LINES = 20;
const LONGEST_REPLY = 20_000;
/** A block of Python that is the whole reply, and the lines in it. */
const FENCE = /^```(?:python3?|py)[ \t]*\n([\s\S]*?)\n```$/;
/** A statement that is one call: what its value goes to, and its name. */
const STATEMENT = /^((?:\w{1,60} ?= ?)?(?:await )?(?:print\()?)([A-Za-z_][\w.]{0,60})\(.*\)$/;
/** Without declared tools only calls whose arguments are all literals under their names are told. */
const NAMED_LITERALS = /\((?:\w+ ?= ?(?:"[^"\\]*"|'[^'\\]*'|[\d.]+|True|False|None)(?:, ?|(?=\))))*\)+$/;

/**
 * The reply is Python that calls declared tools and does nothing else: each line assigns or prints what a call returns. One
 * line that assigns has a rule with an edit (`expressionAfterWords`).
 *
 *     beds = list_beds()
 *     print(get_forecast(city="Kiel"))
 */
export const codeOfCalls: WholeRule = {
  look({ document, textTo, extraction, tools, runtime, engine }) {
    const text = document.slice(0, textTo);
    const reply = text.trim();
    if (extraction.calls.length > 0 || reply.length > LONGEST_REPLY) return [];
    const lines = (FENCE.exec(reply)?.[1] ?? reply).split('\n').filter((line) => line.trim() !== '');
    const found = lines.slice(0, MOST_LINES).flatMap((line) => {
      const [whole = '', lead = '', name = ''] = STATEMENT.exec(line.trim()) ?? [];
      const isCall = tools.isEmpty ? NAMED_LITERALS.test(whole) : tools.has(name);
      return isCall ? [{ whole, lead, name }] : [];
    });
    const [first] = found;
    if (first === undefined || found.length < lines.length) return [];
    const isOneLine = reply.split('\n').length === 1 && !reply.includes('print(');
    if (!tools.isEmpty && (isOneLine || found.every(({ lead }) => lead === ''))) return [];
    const from = text.indexOf(first.whole) + first.lead.length;
    const [second, ...others] = [...new Set(found.map(({ name }) => name))].slice(1);
    const more =
      others.length > 0 ? `and ${counted(others.length + 1, 'more tool')}` : `and \`${quoted(second ?? '')}\``;
    const called = `\`${quoted(first.name)}\`${second === undefined ? '' : ` ${more}`}`;
    const place = withPlace(`This is Python that calls ${called}`, document, from);
    const span = { from, to: from + first.name.length };
    const forced = engine?.reads === 'text' ? '' : orForceCall(engine?.id ?? null);
    const remedy = `Ask in the prompt for the call alone, in the format of the model${forced}.`;
    return [diagnosis('D01', `${place}. ${runtime.label} reads no call in a program.`, span, null, remedy)];
  },
};
