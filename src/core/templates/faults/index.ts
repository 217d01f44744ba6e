/** The door to the faults of chat templates: a chunk of its own beside the engine's. */
import { applyEdit, type Edit } from '../../text/document/index.ts';
import { type ParsedTemplate, parseTemplate } from '../../jinja/index.ts';
import { unreadable } from './unreadable.ts';
import type { FaultOptions, PromptFault } from './prompt-fault.ts';
import { rules } from './rules.ts';
import type { Found, FaultRule, TemplateEdit } from './rule.ts';
import { undefinedName } from './undefined-name.ts';
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
  const subject = new Subject(parsing.template, options);
  const trials = new Trials(subject);
  const found = rules.flatMap((rule) =>
    rule
      .find(subject)
      .map((one, _, same) => ({ rule, one, edit: trials.firstThatHelps(rule, one.edits, same.length) })),
  );
  return withoutConsequences(subject, found)
    .map(({ rule: { code }, one: { level, message, at, shows, remedy }, edit }): PromptFault => {
      return { code, level, message, span: at, shows, remedy, edit };
    })
    .toSorted((a, b) => Number(b.level === 'fault') - Number(a.level === 'fault'))
    .slice(0, MOST_FAULTS);
}

interface Tried {
  readonly rule: FaultRule;
  readonly one: Found;
  readonly edit: Edit | null;
}

/** A misspelled name causes other faults. Faults that the corrected name mends are not reported again. */
function withoutConsequences(subject: Subject, found: readonly Tried[]): readonly Tried[] {
  const edit = found.find((one) => one.rule === undefinedName && one.edit !== null)?.edit ?? null;
  if (edit === null) return found;
  const parsing = parseTemplate(applyEdit(subject.template.original, edit));
  if (!parsing.ok) return found;
  const after = new Subject(parsing.template, subject.options);
  return found.filter(({ rule }) => rule === undefinedName || rule.find(after).length > 0);
}

/** Tries edits. An edit helps if its rule finds less after it and no further conversation fails. */
class Trials {
  readonly #subject: Subject;
  #left = MOST_TRIES;

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  firstThatHelps(rule: FaultRule, edits: readonly TemplateEdit[], count: number): Edit | null {
    for (const edit of edits) {
      if (this.#left === 0) return null;
      this.#left -= 1;
      const written = this.#asWritten(edit);
      const parsing = parseTemplate(applyEdit(this.#subject.template.original, written));
      if (!parsing.ok) continue;
      const after = new Subject(parsing.template, this.#subject.options);
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
