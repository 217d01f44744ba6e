import type { LinkState } from '../permalink/state.ts';

/** Whether there is anything that somebody could lose. */
export function holdsWork({ text, native, raw, tools, system, template, experiment }: LinkState): boolean {
  return [text, native, raw, tools, system, template?.text ?? '', experiment].some((part) => part.trim() !== '');
}

/** Whether there is a reply to read. */
export function holdsReply({ text, native }: Pick<LinkState, 'text' | 'native'>): boolean {
  return text.trim() !== '' || native.trim() !== '';
}

export function sameWork(a: LinkState, b: LinkState): boolean {
  const isSame = (['text', 'native', 'tools', 'system', 'loop', 'experiment'] as const).every(
    (key) => a[key] === b[key],
  );
  return isSame && a.template?.text === b.template?.text;
}
