import { expect, test } from 'vitest';
import { webLlmModels as written } from '../../../../scripts/make-webllm-models.js';
import list from '../../../../src/app/sources/webllm/models.json';
import {
  defaultWebLlmModel,
  downloadBytes,
  hostsOf,
  smallerModel,
  webLlmModel,
  webLlmModels,
  wideBuild,
} from '../../../../src/app/sources/webllm/models.ts';
import { twice } from '../../../twice.ts';

test('the list is what the script writes from the installed package', () => {
  expect(list).toEqual(written());
});

test('every library is of the version that the package can load, and no two models have one id', () => {
  for (const { library } of webLlmModels) expect(library).toContain(`/${list.modelVersion}/`);
  expect(twice(webLlmModels.map(({ id }) => id))).toEqual([]);
  expect(webLlmModel(defaultWebLlmModel)).toBeDefined();
});

test('16-bit numbers are read from the name of the build', () => {
  for (const { build, f16 } of webLlmModels) expect(f16).toBe(build.includes('f16'));
});

test('the wide build is the same model, and gets by without 16-bit numbers', () => {
  for (const model of webLlmModels) {
    const wide = wideBuild(model);
    if (wide !== null) expect(wide).toMatchObject({ family: model.family, f16: false });
  }
  expect(wideBuild(webLlmModel('gemma3-1b-it-q4f16_1-MLC') ?? never())).toBeNull();
});

test('a smaller model is smaller, of another family, and of the same numbers', () => {
  for (const model of webLlmModels) {
    const smaller = smallerModel(model);
    if (smaller === null) continue;
    expect(smaller.gpuMegabytes).toBeLessThan(model.gpuMegabytes);
    expect(smaller.family).not.toBe(model.family);
    expect(smaller.f16).toBe(model.f16);
  }
  expect(smallerModel(webLlmModels[0] ?? never())).toBeNull();
});

test('size and hosts are known before the first byte', () => {
  for (const model of webLlmModels) {
    expect(downloadBytes(model)).toBeGreaterThan(300_000_000);
    expect(hostsOf(model)).toEqual(['huggingface.co', 'raw.githubusercontent.com']);
  }
});

function never(): never {
  throw new Error('missing');
}
