import { versionedLabel } from './runtime-text.ts';
import type { Said, Subject } from './kind.ts';

type Answer = NonNullable<Subject['extraction']>;

/** What a server is started or asked with, and no flag that only makes its log longer. */
const SETTING = /^(?:Start (?!\S{1,40} with `(?:--enable-log|-lv))|Switch on |Set `|Send `tools`)/;

/** What whoever would report a fault to its maintainers looks at first; '' for nothing. */
export function checkFirst({ isProved, did, fix, proxy }: Said, { outcome, runtime }: Answer): string {
  if (!isProved || did === 'calls' || did === 'answer') return '';
  if (proxy !== null)
    return `Send the same request to the server that ${proxy.label} asks, without ${proxy.label}. That shows which of the two is at fault.`;
  if (SETTING.test(fix))
    return 'This is a setting, and no fault of the server. Report it only if the fix does not help.';
  return did === null || outcome !== 'calls' || runtime.lenient
    ? ''
    : `Callscope’s emulation of ${versionedLabel(runtime)} reads this call. Try that version first: the fault may be mended there.`;
}
