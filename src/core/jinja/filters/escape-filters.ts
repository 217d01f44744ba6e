import { isPythonSpace } from '../../text/languages/index.ts';
import { bind } from '../arguments.ts';
import type { Budget } from '../budget.ts';
import { pythonError, typeError, unsupported } from '../faults.ts';
import type { Filter } from '../host.ts';
import { isIterable, iterate, listOf } from '../values/iterate.ts';
import { escapeMarkup } from '../values/markup.ts';
import { Text } from '../values/text.ts';
import { joined } from '../values/text-parts.ts';
import { Dict, isText, Tuple, Undefined, type Value } from '../values/value.ts';
import { strOf } from '../values/write.ts';
import { pairsOf } from './sequence-filters.ts';

/** Filters for HTML and for addresses. */

function escaped(value: Value, budget: Budget): Text {
  return escapeMarkup(isText(value) ? value : strOf(value, budget));
}

/** Half of a surrogate pair, which has no UTF-8. */
const LONE_HALF = /\p{Cs}/gu;

/** `urllib.parse.quote` of UTF-8. */
function quoted(value: Value, isQuery: boolean, budget: Budget): string {
  const encoded = encodeURIComponent(strOf(value, budget).text.replace(LONE_HALF, '\ufffd')).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return isQuery ? encoded.replaceAll('%20', '+') : encoded.replaceAll('%2F', '/');
}

/** `Markup.striptags`: comments and tags go, and space is joined. */
function withoutTags(text: string): string {
  let rest = '';
  let at = 0;
  for (let comment = text.indexOf('<!--'); comment >= 0; comment = text.indexOf('<!--', at)) {
    const end = text.indexOf('-->', comment);
    if (end < 0) break;
    rest += text.slice(at, comment);
    at = end + 3;
  }
  const plain = rest + text.slice(at);
  let out = '';
  at = 0;
  for (let tag = plain.indexOf('<'); tag >= 0; tag = plain.indexOf('<', at)) {
    const end = plain.indexOf('>', tag);
    if (end < 0) break;
    out += plain.slice(at, tag);
    at = end + 1;
  }
  out += plain.slice(at);
  let joinedWords = '';
  let isSpace = true;
  for (const character of out) {
    const isOwnSpace = isPythonSpace(character.charCodeAt(0));
    if (!isOwnSpace) joinedWords += (isSpace && joinedWords !== '' ? ' ' : '') + character;
    isSpace = isOwnSpace;
  }
  // The table of entities is larger than this whole engine, and no chat template asks for it.
  if (joinedWords.includes('&')) throw unsupported('`striptags` of a text with entities');
  return joinedWords;
}

const escape: Filter = (value, args, host) => {
  bind('escape', args, []);
  return escaped(value, host.budget);
};

export const escapeFilters: Readonly<Record<string, Filter>> = {
  escape,
  e: escape,
  forceescape: (value, args, host) => {
    bind('do_forceescape', args, []);
    return escapeMarkup(strOf(value, host.budget).asMarkup(false));
  },
  safe: (value, args, host) => {
    bind('do_mark_safe', args, []);
    return (isText(value) ? value : strOf(value, host.budget)).asMarkup();
  },
  striptags: (value, args, host) => {
    bind('do_striptags', args, []);
    const { text } = strOf(value, host.budget);
    host.budget.make(text.length);
    return Text.computed(withoutTags(text));
  },
  urlencode: (value, args, host) => {
    bind('do_urlencode', args, []);
    if (isText(value) || !isIterable(value)) {
      host.budget.make(strOf(value, host.budget).length * 3);
      return Text.computed(quoted(value, false, host.budget));
    }
    const pairs =
      value instanceof Dict ? value.entries().map((entry) => new Tuple(entry)) : iterate(value, host.budget);
    const parts: Text[] = [];
    for (const pair of pairs) {
      const [key, one] = listOf(pair, host.budget);
      if (key === undefined || one === undefined)
        throw pythonError('ValueError', 'not enough values to unpack (expected 2)');
      parts.push(Text.computed(`${quoted(key, true, host.budget)}=${quoted(one, true, host.budget)}`));
    }
    return joined(Text.computed('&'), parts, host.budget);
  },
  xmlattr: (value, args, host) => {
    const isSpaced = bind('do_xmlattr', args, ['autospace']).isTrue('autospace', true);
    const parts: Text[] = [];
    for (const [key, one] of pairsOf(value)) {
      if (one === null || one instanceof Undefined) continue;
      if (!isText(key)) throw typeError('expected string or bytes-like object');
      if (/[ \t\n\r\f\v/>=]/.test(key.text))
        throw pythonError('ValueError', `Invalid character in attribute name: '${key.text}'`);
      parts.push(
        Text.join([escaped(key, host.budget), Text.computed('="'), escaped(one, host.budget), Text.computed('"')]),
      );
    }
    const text = joined(Text.computed(' '), parts, host.budget);
    return isSpaced && text.length > 0 ? Text.join([Text.computed(' '), text]) : text;
  },
  urlize: () => {
    throw unsupported('`urlize`');
  },
};
