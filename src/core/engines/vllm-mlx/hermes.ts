import type { Span } from '../../text/document/index.ts';
import { countOf, readPythonJson, rstrip, stripPython } from '../../text/languages/index.ts';
import { Excerpt, messageDeltas, type Reading } from '../kit/index.ts';
import type { Delta } from '../runtime.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import { type Block, functionBlocks, objectBlocks } from './blocks.ts';
import {
  argumentsText,
  callOfObject,
  CutText,
  cutThinking,
  guessedParameters,
  type NamedCall,
  readingOf,
  type Steps,
  vllmMlxRuntime,
} from './reader.ts';

const REASONING = '<tool_call_reasoning>';
const REASONING_END = '</tool_call_reasoning>';

/** Five patterns, each only where those before it gave no call. */
export const hermes = vllmMlxRuntime({
  flag: 'hermes',
  formats: ['hermes', 'qwen3-coder-xml'],
  reads: 'JSON or functions in <tool_call> tags, then bare functions, then bare JSON with flat arguments.',
  words: {
    'reasoning-tag': 'Text in `<tool_call_reasoning>` becomes content in parentheses',
    'lenient-pattern': 'Only a lenient pattern finds a call here: a name first, and arguments without an inner brace',
  },
  read: readHermes,
  stream: (tools) => ({
    push(delta, current) {
      const previous = current.slice(0, current.length - delta.length);
      const content = (): readonly Delta[] => messageDeltas({ content: Excerpt.end(current, delta) });
      /** The calls of the whole text from one of this number on. */
      const news = (from: number): readonly Delta[] | null => {
        const { calls } = readHermes(current, tools, null);
        if (calls.length <= from) return null;
        return messageDeltas({
          calls: calls.slice(from).map(({ name, argumentsText: text }, index) => ({
            index: from + index,
            name,
            argumentsText: text,
          })),
        });
      };
      const isWrapped = current.includes('<tool_call>');
      if (isWrapped || current.includes('<function=')) {
        const [open, close] = isWrapped ? ['<tool_call>', '</tool_call>'] : ['<function=', '</function>'];
        const ends = countOf(current, close);
        if (countOf(current, open) > ends) return [];
        // As many calls as closers came before are taken for sent, whether they gave a call or not.
        const closed = countOf(previous, close);
        return (ends > closed ? news(closed) : null) ?? content();
      }
      if (!current.includes('{"name":') || !current.includes('"arguments":')) return content();
      return (rstrip(delta).endsWith('}') ? news(0) : null) ?? [];
    },
  }),
});

function readHermes(text: string, tools: readonly ToolDefinition[], steps: Steps): Reading {
  const cut = new CutText(text, steps);
  cutThinking(cut, steps);
  const reasons = takeReasons(cut, steps);
  takeAll(cut, objectBlocks(cut.text), ({ body }) => callOfObject(cut.part(body)));
  for (const isWrapped of [true, false]) {
    if (cut.calls.length > 0) break;
    takeAll(cut, functionBlocks(cut.text, isWrapped), ({ name, body }) =>
      name === null ? null : { name: stripPython(cut.part(name)), argumentsText: guessedParameters(cut.part(body)) },
    );
  }
  if (cut.calls.length === 0) takeFirst(cut, taggedObject(cut.text), (part) => callOfObject(part), steps);
  if (cut.calls.length === 0) {
    const flat = flatObject(cut.text, 0);
    const place = flat?.name ?? null;
    const name = place === null ? '' : cut.part(place);
    if (tools.length === 0 || tools.some((tool) => tool.name === name))
      takeFirst(cut, flat, (part) => callOfFlat(name, part), steps);
  }
  if (reasons.length > 0) {
    const own = `${cut.text === '' ? '' : '\n\n'}(Reasoning: ${reasons.join(' ')})`;
    cut.excerpt = cut.excerpt.plus(Excerpt.own(own));
  }
  return readingOf(cut, cut.calls.length > 0 ? null : '');
}

/** What a pattern matches is cut out, also where it gives no call, and the rest is trimmed. */
function takeAll(cut: CutText, blocks: readonly Block[], make: (block: Block) => NamedCall | null): void {
  if (blocks.length === 0) return;
  cut.take(blocks, make, true);
  cut.strip();
}

const FLAT = /\{"name":\s*"([^"]+)",\s*"arguments":\s*(\{[^}]*\})\}/g;

/** The first `{"name": "…", "arguments": {…}}` from a place on, without a brace that closes before its end. */
function flatObject(text: string, from: number): Block | null {
  FLAT.lastIndex = from;
  const found = FLAT.exec(text);
  if (found === null) return null;
  const [whole, name = '', given = ''] = found;
  const to = found.index + whole.length;
  const nameFrom = found.index + whole.indexOf('"', '{"name":'.length) + 1;
  const body = { from: to - 1 - given.length, to: to - 1 };
  return { from: found.index, to, name: { from: nameFrom, to: nameFrom + name.length }, body };
}

/** The same directly after `<tool_call` and anything without an opening brace. */
function taggedObject(text: string): Block | null {
  for (let tag = text.indexOf('<tool_call'); tag >= 0;) {
    const brace = text.indexOf('{', tag);
    const found = brace < 0 ? null : flatObject(text, brace);
    if (found === null) return null;
    if (found.from === brace) return { from: tag, to: found.to, name: null, body: { from: brace, to: found.to } };
    tag = text.indexOf('<tool_call', brace);
  }
  return null;
}

/** Where the match gives no call, no later one is looked for. */
function takeFirst(cut: CutText, block: Block | null, make: (part: string) => NamedCall | null, steps: Steps): void {
  if (block === null) return;
  const call = make(cut.part(block.body));
  if (call === null) return;
  steps?.quirk('lenient-pattern', cut.placeOf(block));
  cut.take([block], () => call);
  cut.strip();
}

function callOfFlat(name: string, given: string): NamedCall | null {
  const reading = readPythonJson(given);
  return reading.ok ? { name, argumentsText: argumentsText(reading.node.value) } : null;
}

/** Cuts all reasons out, with their tags. */
function takeReasons(cut: CutText, steps: Steps): readonly string[] {
  const { text } = cut;
  const spans: Span[] = [];
  const reasons: string[] = [];
  for (let from = text.indexOf(REASONING); from >= 0; from = text.indexOf(REASONING, spans.at(-1)?.to)) {
    const end = text.indexOf(REASONING_END, from);
    if (end < 0) break;
    reasons.push(text.slice(from + REASONING.length, end));
    spans.push({ from, to: end + REASONING_END.length });
  }
  for (const span of spans) steps?.quirk('reasoning-tag', cut.placeOf(span));
  cut.cut(spans);
  return reasons;
}
