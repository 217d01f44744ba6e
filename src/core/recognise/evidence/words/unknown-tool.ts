import type { Evidence } from '../evidence.ts';
import { faultText } from './pieces.ts';

/** That a tool is unknown, and which one was meant. */
export function unknownText({ call, tools }: Evidence): string {
  // Where nobody knows the tools, what is wrong with the name itself is all there is.
  const own = tools === null ? call?.fault : undefined;
  const told = unknownIn(call?.names ?? [], call?.fault ?? null, tools ?? []);
  if (own?.startsWith('The model wrote ') === true) return faultText(own);
  return (
    told ??
    (own?.startsWith('The name ') === true
      ? faultText(own.replace(/^The name `[^`]*`/, 'The name'))
      : 'No declared tool has this name')
  );
}

/** The clients list the tools that they have; one of them may be the same in other letters. */
export function unknownIn(
  names: readonly string[],
  fault: string | null,
  tools: readonly string[] = [],
): string | null {
  const listed =
    /(?:Available tools|try one of|Did you mean one of): ?\[?([^\n\]]{1,2000})/.exec(fault ?? '')?.[1] ?? '';
  const known = [...tools, ...listed.split(/[,\s]+/).map((one) => one.replaceAll(/^["'`[]|["'`\].?]{1,3}$/g, ''))];
  const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]/g, '');
  for (const name of names) {
    const meant = known.find((one) => one !== '' && one !== name && plain(one) === plain(name));
    if (meant !== undefined) return `No tool is named \`${name}\`; \`${meant}\` is declared`;
  }
  return fault === null || listed === '' ? null : `No tool is named \`${names[0] ?? ''}\``;
}
