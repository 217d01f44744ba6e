/** The door to the faults of chat templates: a chunk of its own beside the engine's. */
import { applyEdit, type Edit } from '../../text/document/index.ts';
import { type ParsedTemplate, parseTemplate } from '../../jinja/index.ts';
import { unreadable } from './unreadable.ts';
import type { FaultOptions, PromptFault } from './prompt-fault.ts';
import { rules } from './rules.ts';
import type { Found, FaultRule, TemplateEdit } from './rule.ts';
import { undefinedName } from './undefined-name.ts';
import { SearchAllowance } from './search-allowance.ts';
import { Subject } from './subject.ts';

export { promptEnd } from './prompt-end.ts';

/** The most faults that are listed. */
const MOST_FAULTS = 30;
/** The most edits that are tried. Each one reads and renders the template again. */
const MOST_TRIES = 16;

/**
 * What goes wrong between a template and messages and tools, faults before cautions. Renders the four conversations, the
 * case's own messages, and variants of them. Never throws; the work is bounded by the allowance of a rendering.
 */
export function findFaults(template: string | ParsedTemplate, options: FaultOptions = {}): PromptFault[] {
  const parsing = typeof template === 'string' ? parseTemplate(template) : ({ ok: true, template } as const);
  if (!parsing.ok) return [unreadable(parsing.failure)];
  const search = new SearchAllowance();
  let found: Tried[] = [];
  const isWhole = search.run(() => {
    const subject = new Subject(parsing.template, options, search);
    // Faults first: without an edit they still say what is wrong.
    for (const rule of rules)
      found.push(...rule.find(subject).map((one, _, { length }) => ({ rule, one, count: length, edit: null })));
    const trials = new Trials(subject, search);
    for (const tried of found) {
      tried.edit = trials.firstThatHelps(tried.rule, tried.one.edits, tried.count);
    }
    found = withoutConsequences(subject, found, search);
  });
  return [...found.map(told), ...(isWhole ? [] : [searchEnded(parsing.template)])]
    .toSorted((a, b) => Number(b.level === 'fault') - Number(a.level === 'fault'))
    .slice(0, MOST_FAULTS);
}

function told({ rule: { code }, one: { level, message, at, shows, remedy }, edit }: Tried): PromptFault {
  return { code, level, message, span: at, shows, remedy, edit };
}

function searchEnded(template: ParsedTemplate): PromptFault {
  return {
    code: 'search-ended',
    level: 'caution',
    message: 'The template takes so many steps that Callscope stopped its search: there may be other faults.',
    span: template.spanOf({ from: 0, to: 0 }),
    shows: null,
    remedy: 'Bound the loops and the recursion.',
    edit: null,
  };
}

interface Tried {
  readonly rule: FaultRule;
  readonly one: Found;
  /** How many the rule found. */
  readonly count: number;
  edit: Edit | null;
}

/** A misspelled name causes other faults. Faults that the corrected name mends are not reported again. */
function withoutConsequences(subject: Subject, found: Tried[], search: SearchAllowance): Tried[] {
  const edit = found.find((one) => one.rule === undefinedName && one.edit !== null)?.edit ?? null;
  if (edit === null) return found;
  const parsing = parseTemplate(applyEdit(subject.template.original, edit));
  if (!parsing.ok) return found;
  const after = new Subject(parsing.template, subject.options, search);
  return found.filter(({ rule }) => rule === undefinedName || rule.find(after).length > 0);
}

/** Tries edits. An edit helps if its rule finds less after it and no further conversation fails. */
class Trials {
  readonly #subject: Subject;
  readonly #search: SearchAllowance;
  #left = MOST_TRIES;

  constructor(subject: Subject, search: SearchAllowance) {
    this.#subject = subject;
    this.#search = search;
  }

  firstThatHelps(rule: FaultRule, edits: readonly TemplateEdit[], count: number): Edit | null {
    for (const edit of edits) {
      if (this.#left === 0) return null;
      this.#left -= 1;
      const written = this.#asWritten(edit);
      const parsing = parseTemplate(applyEdit(this.#subject.template.original, written));
      if (!parsing.ok) continue;
      const after = new Subject(parsing.template, this.#subject.options, this.#search);
      if (rule.find(after).length < count && failures(after) <= failures(this.#subject)) return written;
    }
    return null;
  }

  #asWritten({ label, changes }: TemplateEdit): Edit {
    const { originalAt } = this.#subject.template;
    return {
      label,
      changes: changes.map(({ span, insert }) => ({
        span: { from: originalAt(span.from), to: originalAt(span.to) },
        insert,
      })),
    };
  }
}

function failures({ all }: Subject): number {
  return all.filter(({ rendering }) => rendering.failure !== null).length;
}
