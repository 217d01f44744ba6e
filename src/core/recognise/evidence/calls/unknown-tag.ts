import type { Span } from '../../../text/document/index.ts';
import { clineTools, hasClineCall } from '../../../tools/index.ts';
import { isInFence } from '../../../diagnose/index.ts';

/** A tag on a line of its own, named as tools are: what it does, and to what. */
const TAG =
  /^[ \t]{0,8}<((?:read|write|list|search|find|run|execute|create|delete|remove|update|modify|edit|open|make|save|move|copy|replace|append)_[a-z]{2,20}(?:_[a-z]{2,20}){0,3})>\s{0,8}(?=<[a-z_]{2,30}>)/gm;

/** Tools of some releases of Cline, Roo Code and Kilo Code alone. */
const OF_RELEASES: ReadonlySet<string> = new Set(['edit_file', 'run_slash_command', 'list_code_usages']);

const MOST_TAGS = 20;

const names: ReadonlySet<string> = new Set(clineTools.map(({ name }) => name));

interface UnknownTag {
  readonly names: readonly string[];
  readonly format: string;
  readonly span: Span;
  readonly fault: { readonly says: string; readonly at: number; readonly fix: string };
}

/** A whole tag per tool, for a client that takes no other form, with a name that the client does not have. Null for none. */
export function unknownTag(text: string): UnknownTag | null {
  let tries = 0;
  for (const { 0: opener, 1: name = '', index } of text.matchAll(TAG)) {
    tries += 1;
    if (tries > MOST_TAGS) return null;
    const from = index + opener.indexOf('<');
    if (names.has(name) || OF_RELEASES.has(name) || isInFence(text, from)) continue;
    const end = text.indexOf(`</${name}>`, from);
    const inner = end < 0 ? '' : text.slice(index + opener.length, end).trim();
    const [, key = ''] = /^<([a-z_]{2,30})>/.exec(inner) ?? [];
    const isWhole = key !== '' && inner.includes(`</${key}>`) && /<\/[a-z_]{2,30}>$/.test(inner.slice(-40));
    // Who also wrote a call that the client has is read by it.
    if (!isWhole || hasClineCall(text)) continue;
    const says = `The client has no tool \`${name}\`: the model made up this name, so the client finds no tool use.`;
    const span = { from, to: end + name.length + 3 };
    return { names: [name], format: 'tag-per-tool', span, fault: { says, at: from, fix: MADE_UP } };
  }
  return null;
}

const MADE_UP =
  'Choose a larger model, which keeps to the tools in the prompt. Or use a release of the client with native calls.';
