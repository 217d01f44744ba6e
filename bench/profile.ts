import { Session, type Profiler } from 'node:inspector/promises';
import type { Work } from './measure.ts';

const SECONDS = 4;
const SHOWN = 25;

/** Runs `work` for a few seconds and prints which functions the time goes to. */
export async function printProfile(work: Work): Promise<void> {
  for (let run = 0; run < 20; run += 1) work();
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 200 });
  await session.post('Profiler.start');
  const end = performance.now() + SECONDS * 1000;
  while (performance.now() < end) work();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  const shares = ownShares(profile);
  for (const [name, share] of shares.slice(0, SHOWN)) console.log(`${(100 * share).toFixed(1).padStart(6)} %  ${name}`);
}

/** Each function with its own share of the time, the largest first. */
function ownShares({ nodes }: Profiler.Profile): [name: string, share: number][] {
  const hits = new Map<string, number>();
  let all = 0;
  for (const { callFrame, hitCount = 0 } of nodes) {
    const name =
      callFrame.lineNumber < 0 ? callFrame.functionName : `${callFrame.functionName}:${callFrame.lineNumber + 1}`;
    hits.set(name, (hits.get(name) ?? 0) + hitCount);
    all += hitCount;
  }
  return [...hits].map(([name, own]): [string, number] => [name, own / all]).sort(([, one], [, other]) => other - one);
}
