import { potentialStart } from '../../ai-sdk/kit/potential-start.ts';
import { CALL_BEGINNINGS } from '../../ai-sdk/kit/qwen-tags.ts';
import type { Release } from '../../ai-sdk/kit/release.ts';
import { readMapping } from '../../ai-sdk/kit/yaml-body.ts';
import { YamlElementStream } from '../../ai-sdk/kit/yaml-stream.ts';
import { keptArguments } from './arguments.ts';
import { salvage, salvageWords } from './salvage.ts';
import { requotedValues } from './values.ts';

/** Always holds back as much text as the longest tag has. */
class HoldingYamlStream extends YamlElementStream {
  readonly #held = this.names.reduce((most, name) => Math.max(most, `<${name} />`.length - 1), 0);

  protected heldFrom(buffer: string): number {
    return Math.max(0, buffer.length - this.#held);
  }
}

const NO_MEMBERS: ReadonlyMap<string, string> = new Map();

/** The newest release on npm. */
export const release4: Release = {
  source: { version: '4.1.26' },
  suffixes: { id: '', label: '', emulates: '' },
  words: {
    ...salvageWords,
    'coerced-arguments': 'The middleware converts arguments to the types that the schema of the tool declares.',
  },
  withoutCall: 'The middleware looks for JSON anywhere in the text. A stream does not do this.',
  guard: { writes: () => false, holds: () => false },
  values: requotedValues,
  hermes: { ...keptArguments, unescaped: (json) => json, repairsRefused: true, recovery: null },
  qwen: {
    nameAttribute: /\bname\s*=\s*(["'])([^]*?)\1/i,
    nameOf: (written) => written,
    unwrapped: (value) => value,
    membersOf: () => NO_MEMBERS,
    // Also a tag that only begins like one of these.
    endsValue: (lower, at) => /^<(?:param|arg|function)/.test(lower.slice(at, at + '<function'.length)),
    takesNameless: false,
    takesOpenBeforeClosed: false,
    misspelt: null,
    stripsAllText: false,
    tellsOpenCall: false,
    // A text that only begins like a tag is never sent, nor what follows it.
    startsIn: (lower) => CALL_BEGINNINGS.map((beginning) => potentialStart(lower, beginning)),
    sendsHeldFirst: true,
    callsAtEnd: () => null,
  },
  yaml: {
    body: readMapping,
    otherParts: () => null,
    stream: (tools, release) => new HoldingYamlStream(tools, release),
  },
  recover: salvage,
  around: (stream) => stream,
};
