import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  isGguf,
  readGguf,
  readGgufModel,
  sourceProblemText,
  type SourceReading,
} from '../../../../src/core/templates/sources/index.ts';
import { boolean, floats, ggufOf, text, texts, uint32 } from './write-gguf.ts';

const template = '{% for m in messages %}{{ m.content }}{% endfor %} “é” 🎈';
const entries = [
  ['general.architecture', text('llama')],
  ['tokenizer.ggml.tokens', texts(['<unk>', '<s>', '</s>', 'é'])],
  ['tokenizer.ggml.scores', floats([0, 1, 2, 3])],
  ['tokenizer.ggml.bos_token_id', uint32(1)],
  ['tokenizer.ggml.eos_token_id', uint32(2)],
  ['tokenizer.chat_template.tool_use', text('tools')],
  ['tokenizer.chat_template', text(template)],
] as const;
const whole = ggufOf(entries);

/** As a file is read: a little, and what is asked for. */
function readSlowly(bytes: Uint8Array, first: number): { reading: SourceReading; read: number } {
  let have = Math.min(first, bytes.length);
  for (let turns = 0; turns < 100; turns += 1) {
    const reading = readGguf(bytes.subarray(0, have), bytes.length);
    if (!('need' in reading)) return { reading, read: have };
    expect(reading.need).toBeGreaterThan(have);
    have = reading.need;
  }
  throw new Error('It never ends.');
}

const found = {
  kind: 'gguf',
  templates: [
    { name: 'default', text: template },
    { name: 'tool_use', text: 'tools' },
  ],
  variables: { bos_token: '<s>', eos_token: '</s>' },
  goCall: null,
};

describe('a GGUF header', () => {
  it.each([1, 2, 3])('of version %i gives its templates and tokens', (version) => {
    const bytes = ggufOf(entries, version);
    expect(isGguf(bytes)).toBe(true);
    expect(readGguf(bytes, bytes.length)).toEqual({ ok: true, source: found });
  });

  it('is read in pieces, and the weights after it never', () => {
    const file = new Uint8Array(whole.length + 5000);
    file.set(whole);
    fc.assert(
      fc.property(fc.integer({ min: 4, max: whole.length + 100 }), (first) => {
        const { reading, read } = readSlowly(file, first);
        expect(reading).toEqual({ ok: true, source: found });
        expect(read).toBeLessThan(whole.length * 2 + 100);
      }),
    );
  });

  it('says what llama.cpp puts before a prompt, and that there is no template', () => {
    const model = (...more: (typeof entries)[number][] | [string, ReturnType<typeof boolean>][]) => {
      const bytes = ggufOf([...entries.slice(0, 5), ...more]);
      const reading = readGgufModel(bytes, bytes.length);
      return 'model' in reading ? reading.model : reading;
    };
    const variables = { bos_token: '<s>', eos_token: '</s>' };
    expect(model()).toEqual({ templates: [], variables, addsBos: null });
    expect(model(['tokenizer.ggml.add_bos_token', boolean(true)])).toEqual({ templates: [], variables, addsBos: true });
    expect(model(['tokenizer.ggml.add_bos_token', boolean(false)])).toMatchObject({ addsBos: false });
    expect(model(entries[6])).toMatchObject({ templates: [{ name: 'default', text: template }] });
    const cut = whole.subarray(0, 50);
    expect(readGgufModel(cut, cut.length)).toMatchObject({ ok: false });
  });

  it('that is cut is refused with the byte where it ends', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: whole.length - 1 }), (length) => {
        const { reading } = readSlowly(whole.subarray(0, length), 16);
        expect(reading.ok).toBe(false);
        if (reading.ok) return;
        // A length that is more than what is left of the file is refused before its bytes are.
        expect(['gguf-cut', 'gguf-length']).toContain(reading.problem.code);
        expect(sourceProblemText(reading.problem)).toMatch(/\(byte [\d,]+/);
      }),
    );
  });

  it('with any bytes in it never throws', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 4, max: whole.length - 1 }), fc.integer({ min: 0, max: 255 })), {
          minLength: 1,
          maxLength: 8,
        }),
        (changes) => {
          const bytes = whole.slice();
          for (const [at, byte] of changes) bytes[at] = byte;
          const { reading } = readSlowly(bytes, 32);
          if (!reading.ok) expect(sourceProblemText(reading.problem)).toMatch(/\.$|\)\.|model/);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('says what is wrong with each kind of damage', () => {
    const said = (change: (view: DataView) => void): string => {
      const bytes = whole.slice();
      change(new DataView(bytes.buffer));
      const { reading } = readSlowly(bytes, 64);
      return reading.ok ? 'read' : sourceProblemText(reading.problem);
    };
    expect(said((view) => view.setUint32(4, 9, true))).toContain('a GGUF file of version 9');
    expect(said((view) => view.setUint32(4, 0, true))).toContain('a GGUF file of version 0');
    expect(said((view) => view.setUint32(4, 3, false))).toContain('big-endian');
    expect(said((view) => view.setBigUint64(16, 2n ** 63n, true))).toContain(
      'the number of entries is 9,223,372,036,854,775,808, more than the file holds (byte 16)',
    );
    expect(said((view) => view.setUint32(24 + 8 + 20, 77, true))).toContain(
      'the key `general.architecture` has the unknown type 77 (byte 52)',
    );
  });

  it('without a template says which key it lacks', () => {
    const bytes = ggufOf(entries.slice(0, 4));
    expect(readGguf(bytes, bytes.length)).toEqual({
      ok: false,
      problem: { code: 'gguf-no-template', key: 'tokenizer.chat_template' },
    });
  });

  it('with a token number beyond its tokens has no such variable', () => {
    const bytes = ggufOf([...entries.slice(0, 3), ['tokenizer.ggml.bos_token_id', uint32(9)], ...entries.slice(5)]);
    const reading = readGguf(bytes, bytes.length);
    expect('ok' in reading && reading.ok && reading.source.variables).toEqual({});
  });

  it('of lists inside of lists is refused before they take time', () => {
    const part = new Uint8Array(24 + 9 + 12 * 40);
    const view = new DataView(part.buffer);
    part.set(new TextEncoder().encode('GGUF'));
    view.setUint32(4, 3, true);
    view.setBigUint64(16, 1n, true);
    view.setBigUint64(24, 1n, true);
    part[32] = 97;
    view.setUint32(33, 9, true);
    for (let at = 37; at + 12 <= part.length; at += 12) {
      view.setUint32(at, 9, true);
      view.setBigUint64(at + 4, 1n, true);
    }
    const reading = readGguf(part, part.length);
    expect('ok' in reading && !reading.ok && reading.problem.code).toBe('gguf-deep');
  });

  it('of the demo model is read', () => {
    const bytes = new Uint8Array(readFileSync(new URL('../../../../src/app/sources/demo-model.gguf', import.meta.url)));
    const reading = readGguf(bytes, bytes.length);
    expect('ok' in reading && reading.ok ? reading.source.templates.length : reading).toBe(1);
  });
});
