import { describe, expect, it } from 'vitest';
import { firstFormat, formatMisfit } from '../../../../src/app/views/prompt/format-misfit.ts';

const hermes = { label: 'vLLM hermes', formats: ['hermes'], lenient: false };
const pages = [
  { id: 'hermes', ask: null },
  { id: 'pythonic', ask: 'Write [f(a=1)].' },
];

describe('the format that a prompt asks for', () => {
  it('fits a server that reads it', () => {
    expect(formatMisfit('hermes', hermes, null)).toBeNull();
    expect(formatMisfit('', { ...hermes, formats: ['exathena-fence'] }, null)).toBeNull();
  });

  it('is named where the server of the page does not read it, the default as well', () => {
    const misfit = { text: 'vLLM hermes does not read this format.', format: 'hermes' };
    expect(formatMisfit('', hermes, null)).toEqual(misfit);
    expect(formatMisfit('pythonic', hermes, pages)).toEqual(misfit);
  });

  it('is replaced by one with a prompt of its own where there is one', () => {
    expect(formatMisfit('', { ...hermes, formats: ['hermes', 'pythonic'] }, pages)?.format).toBe('pythonic');
  });

  it('fits where no server was chosen, or where the server has no format', () => {
    expect(formatMisfit('', undefined, null)).toBeNull();
    expect(formatMisfit('', { ...hermes, lenient: true }, null)).toBeNull();
    expect(formatMisfit('', { ...hermes, formats: [] }, null)).toBeNull();
  });
});

describe('the format that a prompt begins with', () => {
  const asked = [...pages, { id: 'exathena-fence', ask: 'Write a fence.' }];

  it('is that of the server, where it can be asked for', () => {
    expect(firstFormat({ ...hermes, formats: ['hermes', 'pythonic'] }, 'hermes', asked)).toBe('pythonic');
    expect(firstFormat(hermes, 'pythonic', asked)).toBe('');
    expect(firstFormat({ ...hermes, formats: ['exathena-fence'] }, 'pythonic', asked)).toBe('');
  });

  it('is that of the reply where no server is known', () => {
    expect(firstFormat({ ...hermes, lenient: true }, 'pythonic', asked)).toBe('pythonic');
    expect(firstFormat(undefined, 'exathena-fence', asked)).toBe('');
    expect(firstFormat(undefined, null, asked)).toBe('');
  });
});
