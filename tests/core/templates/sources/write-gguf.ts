/** A header of GGUF as a test wants it, with no weights after it. */
type GgufValue =
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'uint32'; readonly value: number }
  | { readonly type: 'boolean'; readonly value: boolean }
  | { readonly type: 'texts'; readonly value: readonly string[] }
  | { readonly type: 'floats'; readonly value: readonly number[] };

export const text = (value: string): GgufValue => ({ type: 'text', value });
export const uint32 = (value: number): GgufValue => ({ type: 'uint32', value });
export const boolean = (value: boolean): GgufValue => ({ type: 'boolean', value });
export const texts = (value: readonly string[]): GgufValue => ({ type: 'texts', value });
export const floats = (value: readonly number[]): GgufValue => ({ type: 'floats', value });

export function ggufOf(entries: readonly (readonly [string, GgufValue])[], version = 3): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const number = (value: number, size: 4 | 8): void => {
    const bytes = new DataView(new ArrayBuffer(size));
    if (size === 4) bytes.setUint32(0, value, true);
    else bytes.setBigUint64(0, BigInt(value), true);
    parts.push(new Uint8Array(bytes.buffer));
  };
  const length = (value: number): void => {
    number(value, version === 1 ? 4 : 8);
  };
  const string = (value: string): void => {
    const bytes = new TextEncoder().encode(value);
    length(bytes.length);
    parts.push(bytes);
  };
  parts.push(new TextEncoder().encode('GGUF'));
  number(version, 4);
  length(0);
  length(entries.length);
  for (const [key, entry] of entries) {
    string(key);
    switch (entry.type) {
      case 'text':
        number(8, 4);
        string(entry.value);
        break;
      case 'uint32':
        number(4, 4);
        number(entry.value, 4);
        break;
      case 'boolean':
        number(7, 4);
        parts.push(Uint8Array.of(entry.value ? 1 : 0));
        break;
      case 'texts':
        number(9, 4);
        number(8, 4);
        length(entry.value.length);
        entry.value.forEach(string);
        break;
      case 'floats':
        number(9, 4);
        number(6, 4);
        length(entry.value.length);
        for (const value of entry.value) {
          const bytes = new DataView(new ArrayBuffer(4));
          bytes.setFloat32(0, value, true);
          parts.push(new Uint8Array(bytes.buffer));
        }
        break;
    }
  }
  const whole = new Uint8Array(parts.reduce((sum, { length: size }) => sum + size, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
