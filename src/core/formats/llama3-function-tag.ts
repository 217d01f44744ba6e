import type { Block } from './kit/read/block.ts';
import type { Resumable } from './kit/read/resumable.ts';
import { namedJson } from './kit/read/named-json.ts';
import { eachCall } from './kit/read/write-calls.ts';
import { valueToText } from '../text/json/index.ts';
import type { ToolFormat } from './format.ts';

/** A name whose tag lacks its last sign, or has another one, before an object, a list of one, or one in parentheses. */
const UNCLOSED = /^[^\s<>{}[\]()]+?(?=[=,:;]? ?(?:\(?\{|\[\s?\{))/;
const LONGEST_NAME = 200;
/** An opening parenthesis, an equals sign, and the signs of a sentence. */
const OTHER_SIGNS = new Set([0x28, 0x3d, 0x2c, 0x3a, 0x3b]);

const named = namedJson({
  nameEnd: ['>', '{', '[', '(', '='],
  afterJson: [')', '</function>'],
  nameOf: (written) => ({ name: written.replaceAll(/^["']|["']?[,:;)]?$/g, ''), id: null }),
});

/** A parenthesis in the place of the first sign. */
const OTHER_OPENER = '(function=';
/** Parentheses in the place of the equals sign. */
const PARENTHESIS = '<function(';

function read(block: Block): Resumable<number> {
  if (block.opener === OTHER_OPENER || block.opener === PARENTHESIS)
    block.rec.repair('wrong-marker', { from: block.from, to: block.at }, '<function=');
  const name = UNCLOSED.exec(block.source.slice(block.at, Math.min(block.source.length, block.at + LONGEST_NAME)))?.[0];
  const to = block.at + (name ?? '').length;
  if (name !== undefined) {
    const isOther = OTHER_SIGNS.has(block.source.code(to));
    block.rec.repair(isOther ? 'wrong-marker' : 'missing-marker', { from: to, to: isOther ? to + 1 : to }, '>');
  }
  return named(block);
}

/** The name in the tag, JSON in its body. */
export const llama3FunctionTag: ToolFormat = {
  id: 'llama3-function-tag',
  lineage: 'Meta Llama 3.1, custom tools',
  models: 'Llama 3.1, Functionary v3.1',
  dialects: ['name-attribute'],
  readers: { llamacpp: ['Functionary v3.1 Llama 3.1', 'Hermes 2 Pro'] },
  tier: 'marked',
  prompt: {
    ask: 'Write each call as a tag with the name of the tool, and its arguments as JSON inside: <function=NAME>{…}</function>.',
    render: eachCall(({ name, arguments: args }) => `<function=${name}>${valueToText(args)}</function>`),
  },
  example: '<function=plant_bulb>{"depth_cm": 8}</function>',
  openers: [
    { text: '<function=', units: 6, next: /^\S+ ?> ?\n?(?:\{|\[[ \n]?\{)/ },
    // Keys and values are in the place of JSON.
    { text: '<function=', units: 6, next: /^[^\s<>{}]+ ?> ?\w+ ?=[ ]?["'\d]/ },
    // The tag lacks its last sign.
    { text: '<function=', units: 6, next: /^[^\s<>{}[\]()]+ ?(?:\(?\{|\[[ \n]?\{)/ },
    { text: '<function name=', units: 6, next: />[ \n]?\{/ },
    { text: PARENTHESIS, units: 6, next: /^[\w.-]+\) ?> ?\n?\{ ?"/ },
    { text: OTHER_OPENER, units: 6, next: /^[\w.-]+ ?> ?\n?\{ ?["}]/ },
  ],
  read,
};
