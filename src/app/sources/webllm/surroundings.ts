import { createWorker } from '../../../trusted-types.ts';
import { readGpu, within, type GpuReading } from './gpu.ts';
import gpuWorkerUrl from './gpu.worker.ts?worker&url';

/** What a model would find here. */
export interface Surroundings {
  /** Browsers hide WebGPU and caches from pages that came over plain http. */
  readonly isSecure: boolean;
  /** What the page sees of the graphics card, and what its workers see. */
  readonly page: GpuReading;
  readonly worker: GpuReading;
  /** Bytes that the browser would still let this page keep; null when it does not say. */
  readonly freeBytes: number | null;
  /** A device whose browser ends a tab that takes much memory. */
  readonly isPhone: boolean;
}

/** A worker that does not start says nothing. */
const DEADLINE = 15_000;

/** Looks around, and asks no server for anything but a script of this page. */
export async function lookAround(): Promise<Surroundings> {
  const page = await readGpu((navigator as Partial<Navigator>).gpu);
  return {
    isSecure: isSecureContext,
    page,
    worker: page.kind === 'adapter' ? await readInWorker() : page,
    freeBytes: await freeBytes(),
    isPhone: matchMedia('(pointer: coarse) and (max-width: 900px)').matches,
  };
}

async function readInWorker(): Promise<GpuReading> {
  let worker: Worker | undefined;
  const reading = new Promise<GpuReading>((resolve, reject) => {
    worker = createWorker(gpuWorkerUrl, 'gpu');
    worker.onmessage = ({ data }: MessageEvent<GpuReading>) => {
      resolve(data);
    };
    worker.onerror = reject;
  });
  try {
    return (await within(DEADLINE, reading)) ?? { kind: 'no-answer' };
  } catch {
    return { kind: 'no-answer' };
  } finally {
    worker?.terminate();
  }
}

async function freeBytes(): Promise<number | null> {
  try {
    const { quota, usage } = await navigator.storage.estimate();
    return quota === undefined ? null : quota - (usage ?? 0);
  } catch {
    return null;
  }
}
