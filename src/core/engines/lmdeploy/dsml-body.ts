import { PYTHON_SPACE, pythonDumps, stripPython } from '../../text/languages/index.ts';
import type { Body, BodyCall } from './body.ts';

const INVOKE = '<｜DSML｜invoke';
const INVOKE_END = '</｜DSML｜invoke';
const PARAMETER = '<｜DSML｜parameter';
const PARAMETER_END = '/｜DSML｜parameter';

const NAME = new RegExp(String.raw`^[${PYTHON_SPACE}]*name="([^]*?)">\n(?=\n?$)`);

/** Invokes as DeepSeek's own reader takes them: exactly one line break after each tag, and no key twice. */
export function dsmlBody(closer: string): Body {
  const read = (body: string): readonly BodyCall[] | null => new DsmlReader(body, closer.slice(0, -1)).calls();
  return {
    words: { 'not-exact': "The block is not written exactly as DeepSeek's own reader demands" },
    read(body) {
      const calls = read(body);
      return calls === null ? { why: 'not-exact' } : { calls };
    },
    stream: () => ({
      piece: () => [],
      close: (body) =>
        (read(stripPython(body)) ?? []).map(({ name, argumentsText }, at) => ({ at, name, argumentsText })),
    }),
    isSound: (body) => read(body) !== null,
  };
}

class DsmlReader {
  readonly #text: string;
  readonly #end: string;
  #at = 0;

  constructor(body: string, end: string) {
    this.#text = `>\n${body}\n${end}`;
    this.#end = end;
  }

  calls(): readonly BodyCall[] | null {
    const calls: BodyCall[] = [];
    for (;;) {
      const stop = this.#until([INVOKE, this.#end]);
      if (stop?.before !== '>\n') return null;
      if (stop.marker === this.#end) return calls.length === 0 ? null : calls;
      const call = this.#call();
      if (call === null) return null;
      calls.push(call);
    }
  }

  #call(): BodyCall | null {
    let stop = this.#until([PARAMETER, INVOKE_END]);
    const name = stop === null ? undefined : NAME.exec(stop.before)?.[1];
    if (name === undefined) return null;
    const values = new Map<string, string>();
    while (stop !== null && stop.marker === PARAMETER) {
      const parameter = this.#until([PARAMETER_END]);
      const found =
        parameter === null ? null : /^ name="([^]*?)" string="(true|false)">([^]*?)<(?=\n?$)/.exec(parameter.before);
      if (found === null) return null;
      const [, key = '', isText, value = ''] = found;
      if (values.has(key)) return null;
      // Pasted in as it is, JSON or not.
      values.set(key, isText === 'true' ? (pythonDumps(value) ?? '""') : value);
      stop = this.#until([PARAMETER, INVOKE_END]);
      if (stop?.before !== '>\n') return null;
    }
    if (stop === null) return null;
    const written = Array.from(values, ([key, value]) => `${pythonDumps(key) ?? '""'}: ${value}`);
    return { name, argumentsText: `{${written.join(', ')}}` };
  }

  /** The text up to the earliest of some markers. */
  #until(markers: readonly string[]): { readonly before: string; readonly marker: string } | null {
    const from = this.#at;
    let next: { at: number; marker: string } | null = null;
    for (const marker of markers) {
      const at = this.#text.indexOf(marker, from);
      if (at >= 0 && (next === null || at < next.at)) next = { at, marker };
    }
    if (next === null) return null;
    this.#at = next.at + next.marker.length;
    return { before: this.#text.slice(from, next.at), marker: next.marker };
  }
}
