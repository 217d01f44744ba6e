import type { Span } from '../../../text/document/index.ts';
import type { JsonObject } from '../../../text/json/index.ts';
import type { Excerpt } from '../../kit/index.ts';
import { addParameter, parameterRules, QwenParameters } from './qwen-parameters.ts';
import { valueOf } from './qwen-tags.ts';
import type { QwenScope } from './release.ts';

const NAME_START = /<\s*(name|tool_name)\b/gi;

/** A call that is coming in. */
export interface OpenCall {
  /** The name of the tag whose closing tag ends it. */
  readonly tag: string;
  name: string | null;
  readonly args: JsonObject;
  /** What is not read yet. */
  rest: Excerpt;
  /** All that came of it. */
  raw: string;
  /** Whether only the end of a tag, or the beginning of another, lets more be read. */
  isSettled: boolean;
}

/** Reads the name and the parameters that are whole: what is left of the text, and whether the call has its name now. */
export function readMembers(
  call: OpenCall,
  text: Excerpt,
  isComplete: boolean,
  { tools, release: { qwen: rules } }: QwenScope,
): { readonly rest: Excerpt; readonly isNamed: boolean } {
  let left = text;
  let isNamed = false;
  const named = call.name === null || call.name === '' ? nameElement(left.text) : null;
  if (named !== null) {
    const name = valueOf(named.value, rules);
    if (name.trim() !== '') {
      call.name = name;
      isNamed = true;
    }
    left = left.slice(0, named.from).plus(left.slice(named.to));
  }
  const kept: Span[] = [];
  let at = 0;
  const ownRules = parameterRules(call.name, tools, rules);
  for (const { from, to, name, value } of new QwenParameters(left.text, call.tag, isComplete, ownRules).all(false)) {
    addParameter(call.args, name, value);
    kept.push({ from: at, to: from });
    at = to;
  }
  return { rest: at === 0 ? left : left.parts([...kept, { from: at, to: left.length }]), isNamed };
}

/**
 * The first element `name` or `tool_name` that has an end. An opening tag without one is looked at once for each of the two
 * names: no later one has an end then.
 */
function nameElement(text: string): (Span & { readonly value: string }) | null {
  const unclosed = new Set<string>();
  NAME_START.lastIndex = 0;
  for (let open = NAME_START.exec(text); open !== null; open = NAME_START.exec(text)) {
    const name = (open[1] ?? '').toLowerCase();
    if (unclosed.has(name)) continue;
    const inner = text.indexOf('>', open.index) + 1;
    if (inner === 0) return null;
    const closer = new RegExp(`<\\s*/\\s*${name}\\s*>`, 'gi');
    closer.lastIndex = inner;
    const close = closer.exec(text);
    if (close !== null)
      return { from: open.index, to: close.index + close[0].length, value: text.slice(inner, close.index) };
    unclosed.add(name);
  }
  return null;
}
