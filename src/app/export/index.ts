import type { LinkState } from '../permalink/state.ts';
import { caseExport } from './case.ts';
import { embedExport } from './embed.ts';
import { exunitExport } from './exunit.ts';
import { issueReportExport } from './issue-report.ts';
import type { ExportKind, Said } from './kind.ts';
import { linkExport } from './link.ts';
import { markdownLinkExport } from './markdown-link.ts';
import { markdownExport } from './markdown.ts';
import { modelReportExport } from './model-report.ts';
import { pictureExport } from './picture/picture.ts';
import { pytestExport } from './pytest.ts';
import { reproductionExport } from './recipes/index.ts';
import { traceExport } from './trace.ts';
import { transcriptExport } from './transcript.ts';
import { vitestExport } from './vitest.ts';

/** THE list of exports, in the order of the menu. */
export const exportKinds: readonly [ExportKind, ...ExportKind[]] = [
  linkExport,
  markdownLinkExport,
  embedExport,
  markdownExport,
  issueReportExport,
  modelReportExport,
  pictureExport,
  traceExport,
  vitestExport,
  exunitExport,
  pytestExport,
  reproductionExport,
  transcriptExport,
  caseExport,
];

/** Those that make sense for a case: a test for ExAthena says nothing of an engine. */
export function exportsFor(fields: LinkState, said: Pick<Said, 'isRead'> | null = null): readonly ExportKind[] {
  const hasReply = said?.isRead ?? true;
  return exportKinds.filter(
    (kind) => (kind.isFor?.(fields) ?? true) && (hasReply || !(kind.asserts === true || kind.needsReply === true)),
  );
}
