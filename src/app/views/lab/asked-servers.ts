import { setupKey, type VariantRow } from '../../../core/index.ts';
import { asksServer } from './lab-estimate.ts';
import type { WantedRun } from './lab-runs.ts';

/** Whom the runs of this visit asked, by the key of their variant. A run that is kept names no address. */
export class AskedServers {
  readonly #addresses = new Map<string, ReadonlySet<string>>();

  add(runs: readonly WantedRun[], address: string): void {
    for (const key of serverKeys(runs)) this.#addresses.set(key, new Set(this.#addresses.get(key)).add(address));
  }

  /** That runs would join others in the table, of another server as far as anybody knows; '' for nothing. */
  earlierText(
    table: readonly Pick<VariantRow, 'key' | 'name' | 'read'>[],
    runs: readonly WantedRun[],
    address: string,
  ): string {
    const keys = serverKeys(runs);
    const mixed = table.flatMap(({ key, name, read }) => {
      const asked = this.#addresses.get(key);
      const others = [...(asked ?? [])].filter((one) => one !== address);
      return keys.has(key) && read > 0 && (asked === undefined || others.length > 0) ? [{ name, others }] : [];
    });
    if (mixed.length === 0) return '';
    const names = mixed.map(({ name }) => name).join(', ');
    const others = [...new Set(mixed.flatMap((one) => one.others))].join(', ');
    const asked = others === '' ? 'may have asked another server' : `asked ${others}`;
    return `Earlier runs of ${names} ${asked}. The rates count all servers together.`;
  }
}

function serverKeys(runs: readonly WantedRun[]): ReadonlySet<string> {
  return new Set(runs.filter(({ setup }) => asksServer(setup)).map(({ setup }) => setupKey(setup)));
}
