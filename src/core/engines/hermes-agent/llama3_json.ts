import { isDict } from '../../text/languages/index.ts';
import type { EngineCall } from '../kit/index.ts';
import { dumped, hermesAgentParser } from './parser.ts';
import { RawValues } from './raw-values.ts';

const TOKEN = '<|python_tag|>';

/** Every object that begins outside of the objects before it. */
export const llama3_json = hermesAgentParser({
  flag: 'llama3_json',
  file: 'llama',
  formats: ['llama3-json'],
  reads: 'Every JSON object with a name and arguments or parameters, wherever it is; two without a gap are one.',
  words: { 'no-call-object': 'An object without a name that is text, or without arguments and parameters, is skipped' },
  find(text, _tools, steps) {
    const calls: EngineCall[] = [];
    const values = new RawValues(text);
    let last = -1;
    for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at + 1)) {
      if (at <= last) continue;
      const read = values.at(at);
      if (read !== null && 'raises' in read && read.raises !== 'ValueError') {
        steps.quirk('gives-up', { from: at, to: text.length });
        return null;
      }
      if (read === null || 'raises' in read) continue;
      last = read.end;
      const { value, members } = read.node;
      if (!isDict(value)) continue;
      const span = { from: at, to: read.end };
      const name = value.get('name') ?? null;
      const given = value.get('arguments') ?? (value.has('arguments') ? null : (value.get('parameters') ?? null));
      // A name that is no text is a ValidationError, and that is a ValueError.
      if (typeof name !== 'string' || name === '' || given === null) {
        steps.reject('no-call-object', span);
        continue;
      }
      calls.push({
        span,
        name,
        nameSpan: members?.get('name')?.node ?? span,
        argumentsText: typeof given === 'string' ? given : dumped(given),
        argumentsSpan: (members?.get('arguments') ?? members?.get('parameters'))?.node ?? null,
      });
    }
    const token = text.indexOf(TOKEN);
    const contentTo = token < 0 ? text.indexOf('{') : token;
    return { calls, contentTo, ...(contentTo > 0 ? { blank: '' as const } : {}) };
  },
});
