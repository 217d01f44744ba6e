import type { Block } from './block.ts';
import type { TaggedValues } from './tagged-grammar.ts';
import { taggedValues } from './tagged-values.ts';
import type { Resumable } from './resumable.ts';

/**
 * The openers, closers and reader of a format whose tag names begin with a word between bars, such as
 * `<｜DSML｜invoke name="f">`; `others` are words that gateways write in its place, with ASCII bars. `blocks`
 * are the names of the tags that hold a list of invocations.
 */
export function barredTags(word: string, blocks: readonly string[], others: readonly string[] = []) {
  // The documented spelling, with a space after the bars, and with the ASCII bars that proxies write.
  const spelt = (begin: string, name: string): string[] =>
    [`｜${word}｜`, `｜${word}｜ `, `|${word}|`, `${word}|`, ...others.map((other) => `|${other}|`)].map(
      (bars) => `${begin}${bars}${name}`,
    );
  const closing = (name: string): string[] => spelt('</', name).map((tag) => `${tag}>`);
  const body: TaggedValues = {
    call: { open: spelt('<', 'invoke'), close: closing('invoke') },
    value: { open: spelt('<', 'parameter'), close: closing('parameter'), keyFrom: ['name', ''] },
    typed: 'string-flag',
    trim: 'none',
  };
  const closers = blocks.flatMap(closing);
  const wrapped = taggedValues({ ...body, close: closers });
  const alone = taggedValues(body);
  return {
    openers: [
      ...blocks.flatMap((name) => spelt('<', name).map((tag) => ({ text: `${tag}>` }))),
      ...spelt('<', 'invoke').map((text) => ({ text })),
    ],
    closers,
    read: (block: Block): Resumable<number> => (block.opener.endsWith('invoke') ? alone(block) : wrapped(block)),
  };
}
