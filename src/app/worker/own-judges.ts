import type { BatchSetting } from './batch-protocol.ts';
import { JudgePool } from './judge-pool.ts';

/** Workers start under Trusted Types too, where a host sends the policy of the page. */
const ownScript = (self as Partial<Pick<Window, 'trustedTypes'>>).trustedTypes?.createPolicy('app', {
  createScriptURL: (url: string) => {
    if (url !== self.location.href) throw new TypeError(`Not this script: ${url}`);
    return url;
  },
});

/** More workers of this very script. */
export function poolOf({ server, isAligning, workers }: BatchSetting): JudgePool {
  const { href } = self.location;
  const address = (ownScript?.createScriptURL(href) ?? href) as string;
  return new JudgePool(workers, () => new Worker(address, { type: 'module', name: 'judge' }), { server, isAligning });
}
