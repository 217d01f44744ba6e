import type { EvidenceRow, RuntimeInfo } from '../../../../core/index.ts';

/** The sentence of a row. Where it names the release of the server, with the release that the page emulates. */
export function rowWords(
  { rule, says }: Pick<EvidenceRow, 'rule' | 'says'>,
  runtime: Pick<RuntimeInfo, 'project' | 'source'> | null,
): string {
  const isVersion = runtime !== null && rule === `${runtime.project}-version`;
  return isVersion ? `${says} Emulated here: \`${runtime.source.version}\`.` : says;
}

/** A place that a sentence tells, at a reply that is only a part of the paste: its lines are not those of the paste. */
export function inReply(says: string): string {
  return says.replaceAll(/\((?=(?:the end, )?line \d)([^()]{1,80})\)/g, '($1 of the reply)');
}
