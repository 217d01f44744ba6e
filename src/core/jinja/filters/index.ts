import type { Filter } from '../host.ts';
import { escapeFilters } from './escape-filters.ts';
import { numberFilters } from './number-filters.ts';
import { pickFilters } from './pick-filters.ts';
import { sequenceFilters } from './sequence-filters.ts';
import { sortFilters } from './sort-filters.ts';
import { textFilters } from './text-filters.ts';
import { valueFilters } from './value-filters.ts';

/** All filters of Jinja2 by name, with `tojson` as transformers has it. */
export const filters: ReadonlyMap<string, Filter> = new Map(
  [valueFilters, textFilters, sequenceFilters, pickFilters, sortFilters, numberFilters, escapeFilters].flatMap(
    (table) => Object.entries(table),
  ),
);
