import type { Evidence } from '../evidence.ts';

/**
 * That a tool is unknown, and which one was meant.
 *
 * @param headline what is wrong with the name itself; null where nothing is
 */
export function unknownText({ call, tools }: Evidence, headline: string | null): string {
  const told = unknownIn(call?.names ?? [], call?.fault ?? null, tools ?? []);
  return told ?? headline ?? 'No declared tool has this name';
}

/** The clients list the tools that they have; one of them may be the same in other letters. */
export function unknownIn(
  names: readonly string[],
  fault: string | null,
  tools: readonly string[] = [],
): string | null {
  const listed =
    /(?:Available tools|try one of|Did you mean one of):? ?\[?([^\n\]]{1,2000})/.exec(fault ?? '')?.[1] ?? '';
  const known = [...tools, ...listed.split(/[,\s]+/).map((one) => one.replaceAll(/^["'`[]|["'`\].?]{1,3}$/g, ''))];
  const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]/g, '');
  for (const name of names) {
    const meant = known.find((one) => one !== '' && one !== name && plain(one) === plain(name));
    if (meant !== undefined) return `No tool is named \`${name}\`; \`${meant}\` is declared`;
  }
  return fault === null || listed === '' ? null : `No tool is named \`${names[0] ?? ''}\``;
}
