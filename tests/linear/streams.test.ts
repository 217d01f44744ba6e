import { describe, it } from 'vitest';
import { formatList } from '../../src/core/formats/list.ts';
import { ToolIndex } from '../../src/core/formats/kit/read/tool-index.ts';
import { openStream } from '../../src/core/index.ts';
import { fill } from '../hostile-texts.ts';
import { expectLinear } from './expect-linear.ts';

/** So long that the first part reaches every limit, those of values without an end in json-payload.ts and of blocks without one included. */
const SIZE = 9000;
/** As servers send it: a few tokens at a time. */
const CHUNK = 50;

const tools = [{ name: 'f' }, { name: 'a' }];
const declared = new ToolIndex(tools);

function readStreamed(text: string, runtime: string): void {
  const stream = openStream({ runtime, tools });
  for (let at = 0; at < text.length; at += CHUNK) stream.push(text.slice(at, at + CHUNK));
  stream.end();
}

/** What may follow an opener without ever becoming a call. */
const bodies = ['', '{', '{"a": "', 'a\n', ' a <|message|>{'];

const openers = formatList.flatMap((format) => {
  const list = typeof format.openers === 'function' ? format.openers(declared) : format.openers;
  return list.length === 0 ? [] : [{ id: format.id, texts: [...new Set(list.map(({ text }) => text))].slice(0, 2) }];
});

describe('a stream', () => {
  it.each(openers)('works no more for each further opener of $id, whatever follows it', ({ id, texts }) => {
    for (const text of texts)
      for (const body of bodies)
        expectLinear(
          SIZE,
          (size) => fill(text + body, size),
          (all) => readStreamed(all, `format:${id}`),
        );
  });

  it.each(openers)('works no more under auto for each further opener of $id', ({ texts: [text = ''] }) => {
    for (const body of bodies)
      expectLinear(
        SIZE,
        (size) => fill(text + body, size),
        (all) => readStreamed(all, 'auto'),
      );
  });

  it.each([
    ['format:react', 'Action: a\nAction Input: {\n'],
    ['auto', 'Action: a\nAction Input: {\n'],
    // Words after a tag that is nearly an opener, up to the end of their line.
    ['auto', '<olcall><f '],
    ['format:harmony', '<|channel|>commentary to=functions.a <|message|>{'],
    ['auto', '<|channel|>commentary to=functions.a <|message|>{'],
  ])('under %s works no more for each further %j', (runtime, text) => {
    expectLinear(
      3 * SIZE,
      (size) => fill(text, size),
      (all) => readStreamed(all, runtime),
    );
  });
});
