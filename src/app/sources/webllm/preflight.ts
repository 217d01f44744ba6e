import type { GpuFacts, GpuReading } from './gpu.ts';
import { downloadBytes, modelLabel, smallerModel, wideBuild, type WebLlmModel } from './models.ts';
import type { Surroundings } from './surroundings.ts';

/** One thing that a model needs. `text` says how it is, `fix` what to do about it; both are whole sentences. */
export interface Check {
  readonly id: 'address' | 'webgpu' | 'card' | 'worker' | 'numbers' | 'limits' | 'storage' | 'memory';
  /** A warning lets the model run. */
  readonly state: 'good' | 'warning' | 'problem';
  readonly text: string;
  readonly fix: string;
  /** The id of a model that would get round it. */
  readonly instead: string | null;
}

const MB = 1024 * 1024;

// What WebLLM 0.2.86 insists on when it asks for a device (`detectGPUDevice` in its runtime).
const NEEDED = {
  maxBufferSize: 256 * MB,
  maxStorageBufferBindingSize: 128 * MB,
  maxComputeWorkgroupStorageSize: 32 * 1024,
  maxStorageBuffersPerShaderStage: 10,
} as const satisfies Partial<Record<keyof GpuFacts, number>>;

/** From here on browsers of phones tend to end the tab. */
const PHONE_MEGABYTES = 500;

/**
 * Whether a model can run, found out before anything is fetched. Checks come in the order in which they depend on each
 * other, and end with the first that makes the next ones moot.
 *
 * @param missingBytes What of the model is not in the cache; null when nobody has looked.
 */
export function preflight(
  model: WebLlmModel,
  around: Surroundings,
  missingBytes: number | null = null,
): readonly Check[] {
  if (!around.isSecure) {
    const text = 'This page came over plain http, and browsers hide WebGPU from such pages.';
    return [problem('address', text, 'Open it over https, or from localhost.')];
  }
  if (around.page.kind === 'no-api') {
    const fix =
      'Use a current Chrome or Edge, Safari 26, or Firefox on Windows and Mac. Chrome on Linux may need chrome://flags/#enable-unsafe-webgpu.';
    return [problem('webgpu', 'This browser has no WebGPU.', fix)];
  }
  const api = good('webgpu', 'This browser has WebGPU.');
  if (around.page.kind !== 'adapter') return [api, noCard(around.page)];
  if (around.worker.kind !== 'adapter') {
    const text = 'WebGPU finds the graphics card in the page, but not in workers, where models run.';
    return [api, problem('worker', text, 'Update the browser, or use Chrome or Edge.')];
  }
  const { facts } = around.worker;
  const instead = smallerModel(facts.f16 ? model : (wideBuild(model) ?? model));
  return [
    api,
    cardCheck(facts),
    numbersCheck(model, facts),
    limitsCheck(model, facts, instead),
    storageCheck(model, around, missingBytes, instead),
    memoryCheck(model, around, instead),
  ];
}

/** The first thing that keeps a model from running; undefined when it can run. */
export function obstacle(checks: readonly Check[]): Check | undefined {
  return checks.find(({ state }) => state === 'problem');
}

function noCard({ kind }: GpuReading): Check {
  return kind === 'no-answer'
    ? problem(
        'card',
        'The browser does not report whether there is a graphics card.',
        'Restart the browser; update the driver of the card.',
      )
    : problem(
        'card',
        'WebGPU finds no graphics card that it may use.',
        'Turn on hardware acceleration in the settings of the browser, and update the driver. If it worked before, the card has failed: restart the browser.',
      );
}

function cardCheck({ isSoftware }: GpuFacts): Check {
  if (!isSoftware) return good('card', 'WebGPU reaches the graphics card, also in workers.');
  const text = 'The processor emulates the graphics card. One token takes many seconds.';
  return warning('card', text, 'Turn on hardware acceleration in the settings of the browser, or use the demo model.');
}

function numbersCheck(model: WebLlmModel, { f16 }: GpuFacts): Check {
  if (!model.f16) return good('numbers', 'This build needs only 32-bit numbers.');
  if (f16) return good('numbers', 'The graphics card has the 16-bit numbers that this build needs.');
  const wide = wideBuild(model);
  const text = 'The graphics card has no 16-bit numbers (shader-f16), which this build needs.';
  return wide === null
    ? problem('numbers', text, 'Choose a model with f32 in the name of its build.')
    : problem('numbers', text, `Take the build with 32-bit numbers: ${modelLabel(wide)}.`, wide);
}

function limitsCheck(model: WebLlmModel, facts: GpuFacts, instead: WebLlmModel | null): Check {
  for (const [name, needed] of Object.entries(NEEDED) as [keyof typeof NEEDED, number][]) {
    if (facts[name] >= needed) continue;
    const text = `The graphics card allows ${amount(facts[name])} for ${name}; WebLLM needs ${amount(needed)}.`;
    return problem(
      'limits',
      text,
      'Update browser and driver. With this card no model runs here; use the demo model or a GGUF file.',
    );
  }
  const largest = Math.min(facts.maxBufferSize, facts.maxStorageBufferBindingSize);
  if (model.bufferBytes !== null && model.bufferBytes > largest) {
    const text = `The graphics card allows buffers of ${amount(largest)}; this model needs one of ${amount(model.bufferBytes)}.`;
    return problem('limits', text, 'Choose a smaller model.', instead);
  }
  return good('limits', 'Its buffers are large enough.');
}

function storageCheck(
  model: WebLlmModel,
  { freeBytes }: Surroundings,
  missingBytes: number | null,
  instead: WebLlmModel | null,
): Check {
  const needed = missingBytes ?? downloadBytes(model);
  if (freeBytes === null) return good('storage', 'The browser does not report how much storage this page has.');
  if (freeBytes >= needed) return good('storage', `The browser would keep ${sizeText(freeBytes)} more for this page.`);
  const text = `The browser would keep only ${sizeText(freeBytes)} more for this page; the model takes up to ${sizeText(needed)}.`;
  const fix = 'Delete a model below, or free space on the disk. Private windows have less of it.';
  return problem('storage', text, fix, instead);
}

function memoryCheck(model: WebLlmModel, { isPhone }: Surroundings, instead: WebLlmModel | null): Check {
  const text = `It needs about ${sizeText(model.gpuMegabytes * 1_000_000)} of graphics memory.`;
  if (!isPhone || model.gpuMegabytes <= PHONE_MEGABYTES) return good('memory', text);
  const fix = 'Phones often end the tab at this size, after the whole download. Choose a smaller one.';
  return warning('memory', text, fix, instead);
}

function good(id: Check['id'], text: string): Check {
  return { id, state: 'good', text, fix: '', instead: null };
}

function warning(id: Check['id'], text: string, fix: string, instead: WebLlmModel | null = null): Check {
  return { id, state: 'warning', text, fix, instead: instead?.id ?? null };
}

function problem(id: Check['id'], text: string, fix: string, instead: WebLlmModel | null = null): Check {
  return { id, state: 'problem', text, fix, instead: instead?.id ?? null };
}

/** Limits of graphics cards are powers of two, and some are not bytes. */
function amount(count: number): string {
  if (count >= MB) return `${String(Math.floor(count / MB))} MiB`;
  return count >= 1024 ? `${String(Math.floor(count / 1024))} KiB` : String(count);
}

/** A size in words: `945 MB`, `1.1 GB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return 'under 1 MB';
  return bytes < 1_000_000_000
    ? `${String(Math.round(bytes / 1_000_000))} MB`
    : `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}
