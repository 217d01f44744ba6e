import { defaultFormat, type FormatPage, type RuntimeInfo } from '../../../core/index.ts';

/** A format that the prompt asks for and the server does not read. */
export interface FormatMisfit {
  /** A sentence about the server. */
  readonly text: string;
  /** The id of a format that it reads, one with a prompt of its own where there is one. */
  readonly format: string;
}

/**
 * Null where the server reads the format, or where nobody has said which server it is: our own readers take every format.
 *
 * @param asked id of the format; '' for the default
 * @param pages null until they are here
 */
export function formatMisfit(
  asked: string,
  runtime: Pick<RuntimeInfo, 'label' | 'formats' | 'lenient'> | undefined,
  pages: readonly Pick<FormatPage, 'id' | 'ask'>[] | null,
): FormatMisfit | null {
  if (runtime === undefined || runtime.lenient || runtime.formats.includes(asked || defaultFormat)) return null;
  const taught = runtime.formats.find((id) => pages?.some((page) => page.id === id && page.ask !== null) === true);
  const format = taught ?? runtime.formats[0];
  return format === undefined ? null : { text: `${runtime.label} does not read this format.`, format };
}

/**
 * The format that a prompt begins with, where nobody has chosen one: that of the server, or of the reply where no server is
 * known. '' for the default.
 *
 * @param written the format of the reply; null where it has none
 */
export function firstFormat(
  runtime: Pick<RuntimeInfo, 'label' | 'formats' | 'lenient'> | undefined,
  written: string | null,
  pages: readonly Pick<FormatPage, 'id' | 'ask'>[],
): string {
  const wanted = runtime?.lenient === false ? formatMisfit('', runtime, pages)?.format : written;
  return wanted !== defaultFormat && pages.some(({ id, ask }) => id === wanted && ask !== null) ? (wanted ?? '') : '';
}
