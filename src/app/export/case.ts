import { writeCase } from '../permalink/case.ts';
import type { ExportKind } from './kind.ts';

export const caseExport: ExportKind = {
  id: 'case',
  label: 'Case as JSON',
  purpose: 'A file of any length that opens again here: drop it anywhere on this page.',
  use: 'file',
  file: { name: 'callscope-case.json', type: 'application/json' },
  write: ({ fields }) => writeCase(fields),
};
