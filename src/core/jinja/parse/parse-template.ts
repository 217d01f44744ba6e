import { filters } from '../filters/index.ts';
import { TemplateFault } from '../faults.ts';
import type { TemplateFailure } from '../rendering.ts';
import { templateTests } from '../template-tests.ts';
import { placeNames, type TemplateLayout } from './scopes.ts';
import { readSource, type Source } from './source.ts';
import { readStatements } from './statements.ts';
import type { Statement } from './syntax.ts';

/** A template that can be rendered, again and again. */
export interface ParsedTemplate extends Source {
  readonly body: readonly Statement[];
  readonly layout: TemplateLayout;
}

export type Parsing =
  | { readonly ok: true; readonly template: ParsedTemplate }
  | { readonly ok: false; readonly failure: TemplateFailure };

/** Reads a template as Jinja2 compiles it for transformers. Never throws. */
export function parseTemplate(text: string): Parsing {
  const source = readSource(text);
  try {
    const body = readStatements(source.source);
    const layout = placeNames(body, { filters: new Set(filters.keys()), tests: new Set(templateTests.keys()) });
    return { ok: true, template: { ...source, body, layout } };
  } catch (error) {
    return { ok: false, failure: failureOf(error, source, { from: 0, to: 0 }) };
  }
}

/** What ended a reading or a rendering, as data. @throws what is no failure of the template */
export function failureOf(error: unknown, source: Source, place: { from: number; to: number }): TemplateFailure {
  const fault = error instanceof RangeError ? tooDeep() : error;
  if (!(fault instanceof TemplateFault)) throw error;
  const { kind, exception, message, allowance } = fault;
  const span = source.spanOf(fault.span ?? place);
  return { kind, exception, message, span, ...(allowance === undefined ? {} : { allowance }) };
}

/** What JavaScript cannot go into any deeper, Python cannot either. */
function tooDeep(): TemplateFault {
  return new TemplateFault('allowance', 'RecursionError', 'maximum recursion depth exceeded', 'depth');
}
