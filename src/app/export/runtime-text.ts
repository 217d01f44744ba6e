import { engineOf, type RuntimeInfo } from '../../core/index.ts';

/** Whose answer it is, so that somebody else can run the same: `vLLM hermes, main of …, commit …, --tool-call-parser …, file …`. */
export function sourceText({ id, label, source, flag }: RuntimeInfo): string {
  if (id === 'auto') return 'Callscope’s own reader, without a server';
  if (engineOf(id) === null) return label;
  const { version, commit, file } = source;
  return [
    label,
    version,
    ...(commit === undefined ? [] : [`commit ${commit}`]),
    flag,
    ...(file === undefined ? [] : [file]),
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** With its version, where the name does not end with it. */
export function versionedLabel({ label, source: { version } }: RuntimeInfo): string {
  return label.endsWith(version) ? label : `${label}, ${version}`;
}

/** Before the verdict, where only engines have to be named: the others are the page's own. */
export function titlePrefix({ id, label }: RuntimeInfo): string {
  return engineOf(id) === null ? 'Callscope' : `Callscope, ${label}`;
}
