import { describe, expect, test, vi } from 'vitest';
import { readGpu, type GpuFacts, type GpuReading } from '../../../../src/app/sources/webllm/gpu.ts';
import { webLlmModel, type WebLlmModel } from '../../../../src/app/sources/webllm/models.ts';
import { obstacle, preflight } from '../../../../src/app/sources/webllm/preflight.ts';
import type { Surroundings } from '../../../../src/app/sources/webllm/surroundings.ts';

const GB = 1024 ** 3;
const facts: GpuFacts = {
  f16: true,
  maxBufferSize: 2 * GB,
  maxStorageBufferBindingSize: 2 * GB,
  maxComputeWorkgroupStorageSize: 32_768,
  maxStorageBuffersPerShaderStage: 10,
  isSoftware: false,
};
const card = (change: Partial<GpuFacts> = {}): GpuReading => ({ kind: 'adapter', facts: { ...facts, ...change } });
const good: Surroundings = { isSecure: true, page: card(), worker: card(), freeBytes: 10 * GB, isPhone: false };
const narrow = modelOf('Qwen2.5-0.5B-Instruct-q4f16_1-MLC');
const wide = modelOf('Qwen2.5-0.5B-Instruct-q4f32_1-MLC');

function modelOf(id: string): WebLlmModel {
  const model = webLlmModel(id);
  if (model === undefined) throw new Error(id);
  return model;
}

test('where everything is right nothing is in the way', () => {
  const checks = preflight(narrow, good);
  expect(obstacle(checks)).toBeUndefined();
  expect(checks.map(({ id, state }) => `${id} ${state}`)).toEqual([
    'webgpu good',
    'card good',
    'numbers good',
    'limits good',
    'storage good',
    'memory good',
  ]);
});

describe('one cause, one sentence, and what to do', () => {
  test.each<[string, WebLlmModel, Partial<Surroundings>, string, string, string | null]>([
    ['plain http', narrow, { isSecure: false, page: { kind: 'no-api' } }, 'address', 'https', null],
    ['no WebGPU', narrow, { page: { kind: 'no-api' } }, 'webgpu', 'Chrome', null],
    ['no card', narrow, { page: { kind: 'no-adapter' } }, 'card', 'hardware acceleration', null],
    ['no answer', narrow, { page: { kind: 'no-answer' } }, 'card', 'Restart', null],
    ['not in workers', narrow, { worker: { kind: 'no-api' } }, 'worker', 'Chrome', null],
    ['no answer from a worker', narrow, { worker: { kind: 'no-answer' } }, 'worker', 'Chrome', null],
    ['no 16-bit numbers', narrow, { worker: card({ f16: false }) }, 'numbers', 'q4f32_1', wide.id],
    [
      'no 16-bit numbers, no other build',
      modelOf('gemma3-1b-it-q4f16_1-MLC'),
      { worker: card({ f16: false }) },
      'numbers',
      'f32',
      null,
    ],
    ['small buffers', narrow, { worker: card({ maxBufferSize: 2 ** 27 }) }, 'limits', 'demo model', null],
    [
      'small bindings',
      narrow,
      { worker: card({ maxStorageBufferBindingSize: 2 ** 26 }) },
      'limits',
      'demo model',
      null,
    ],
    [
      'little shared memory',
      narrow,
      { worker: card({ maxComputeWorkgroupStorageSize: 16_384 }) },
      'limits',
      'demo model',
      null,
    ],
    ['few bindings', narrow, { worker: card({ maxStorageBuffersPerShaderStage: 8 }) }, 'limits', 'demo model', null],
    [
      'a buffer that the model needs',
      { ...narrow, bufferBytes: 3 * GB },
      {},
      'limits',
      'smaller',
      'gemma3-1b-it-q4f16_1-MLC',
    ],
    ['a full disk', narrow, { freeBytes: 1_000_000 }, 'storage', 'Delete', 'gemma3-1b-it-q4f16_1-MLC'],
  ])('%s', (_name, model, change, id, fix, instead) => {
    const found = obstacle(preflight(model, { ...good, ...change }));
    expect(found).toMatchObject({ id, instead });
    expect(found?.text).toMatch(/^[A-Z].*\.$/);
    expect(found?.fix).toContain(fix);
  });
});

test('what is in the cache needs no room any more', () => {
  const full = { ...good, freeBytes: 1_000_000 };
  expect(obstacle(preflight(narrow, full, 0))).toBeUndefined();
  expect(obstacle(preflight(narrow, full, 2_000_000))).toMatchObject({ id: 'storage' });
  expect(obstacle(preflight(narrow, { ...full, freeBytes: null }))).toBeUndefined();
});

test('a large model on a phone and a card of software are warned of, and may run', () => {
  const checks = preflight(wide, { ...good, isPhone: true, worker: card({ isSoftware: true, f16: false }) });
  expect(obstacle(checks)).toBeUndefined();
  expect(checks.filter(({ state }) => state === 'warning').map(({ id }) => id)).toEqual(['card', 'memory']);
});

describe('reading a graphics card', () => {
  const adapter = (change: object = {}) => ({
    features: new Set(['shader-f16']),
    limits: facts,
    info: { isFallbackAdapter: false },
    ...change,
  });
  const gpu = (requestAdapter: () => Promise<unknown>) => ({ requestAdapter }) as unknown as GPU;

  test('what it allows', async () => {
    expect(await readGpu(gpu(() => Promise.resolve(adapter())))).toEqual({ kind: 'adapter', facts });
    const old = adapter({ features: new Set(), info: undefined });
    expect(await readGpu(gpu(() => Promise.resolve(old)))).toEqual(card({ f16: false }));
  });

  test('no API, no card, a refusal, and silence', async () => {
    vi.useFakeTimers();
    expect(await readGpu(undefined)).toEqual({ kind: 'no-api' });
    expect(await readGpu(gpu(() => Promise.resolve(null)))).toEqual({ kind: 'no-adapter' });
    expect(await readGpu(gpu(() => Promise.reject(new Error('no'))))).toEqual({ kind: 'no-adapter' });
    const silent = readGpu(gpu(() => new Promise(() => undefined)));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await silent).toEqual({ kind: 'no-answer' });
    vi.useRealTimers();
  });
});
