import type { Span } from '../../text/document/index.ts';
import {
  isDict,
  isList,
  pythonStr,
  type PythonValue,
  readPythonJson,
  stripPython,
  truthy,
} from '../../text/languages/index.ts';
import { type EngineCall, Excerpt, messageDeltas, type Reading } from '../kit/index.ts';
import { bracketBlocks, functionBlocks, objectBlocks } from './blocks.ts';
import {
  argumentsText,
  callOfObject,
  CutText,
  type NamedCall,
  readingOf,
  rewritten,
  type Steps,
  textParameters,
  untouched,
  vllmMlxRuntime,
} from './reader.ts';

const MISTRAL = '[TOOL_CALLS]';
const GEMMA = '<|tool_call>';

/** The general parser, which is also the one without a flag: it tries patterns of many models in turn. */
export const auto = vllmMlxRuntime({
  flag: 'auto',
  formats: [],
  reads: 'Patterns of many models in turn, also in thinking; a stream sends earlier calls again with each later one.',
  words: {
    'gemma-not-run':
      'The parser leaves this to its Gemma reader, which was not run: what that answers is not known here.',
    'raw-json': 'No pattern gave a call: every JSON object with `name` or `type` is taken for one, and no text is left',
    'mistral-token': 'Each part after `[TOOL_CALLS]` is a name and arguments, which nobody checks',
  },
  read: readAuto,
  stream: (tools) => {
    const markers = ['<tool_call>', GEMMA, MISTRAL, '[Calling tool:', '<function='];
    const ends = ['</tool_call>', '</function>', ')]', '<tool_call|>'];
    return {
      push(delta, current) {
        const isEnd = ends.some((end) => delta.includes(end));
        if (isEnd) {
          const { calls } = readAuto(current, tools, null);
          if (calls.length > 0)
            return messageDeltas({
              calls: calls.map(({ name, argumentsText: text }, index) => ({ index, name, argumentsText: text })),
            });
        }
        const isMarked =
          markers.some((marker) => current.includes(marker)) || (current.includes('[') && current.includes('<'));
        if (isMarked || /\[[\p{L}\p{N}_]+\(\{[^}]*$/u.test(current.slice(-WINDOW))) return [];
        return messageDeltas({ content: Excerpt.end(current, delta) });
      },
    };
  },
});

/** An unfinished `[word(` is looked for in so many characters at the end. */
const WINDOW = 4000;

function readAuto(text: string, _tools: unknown, steps: Steps): Reading {
  if (text.includes(GEMMA)) {
    const at = text.indexOf(GEMMA);
    steps?.quirk('gemma-not-run', { from: at, to: at + GEMMA.length });
    return untouched(text);
  }
  const mistral = text.includes(MISTRAL) ? readMistral(text, steps) : null;
  if (mistral !== null) return mistral;
  const cut = new CutText(text, steps);
  const named = (call: { readonly name: string; readonly argumentsText: string }): NamedCall => call;
  const bracket = (open: string): void =>
    cut.take(bracketBlocks(cut.text, open), ({ name, body }) =>
      name === null ? null : named({ name: cut.part(name), argumentsText: rewritten(cut.part(body)) }),
    );
  bracket('[Calling tool:');
  bracket('[');
  cut.take(functionBlocks(cut.text, true), ({ name, body }) =>
    name === null ? null : named({ name: stripPython(cut.part(name)), argumentsText: textParameters(cut.part(body)) }),
  );
  cut.take(objectBlocks(cut.text), ({ body }) => callOfObject(cut.part(body)), true);
  const bare = functionBlocks(cut.text, false).filter(({ body }) => /^\{[^]*\}$/.test(cut.part(body)));
  cut.take(bare, ({ name, body }) =>
    name === null ? null : named({ name: stripPython(cut.part(name)), argumentsText: rewritten(cut.part(body)) }),
  );
  if (cut.calls.length > 0) {
    cut.strip();
    return readingOf(cut, null);
  }
  const calls = rawCalls(cut);
  if (calls.length === 0) return untouched(text);
  steps?.quirk('raw-json', { from: 0, to: text.length });
  return { calls, content: [], text: null };
}

/** Null where no part gives a call. */
function readMistral(text: string, steps: Steps): Reading | null {
  const calls: EngineCall[] = [];
  const first = text.indexOf(MISTRAL);
  let at = first;
  while (at >= 0) {
    const from = at + MISTRAL.length;
    const next = text.indexOf(MISTRAL, from);
    const to = next < 0 ? text.length : next;
    const part = text.slice(from, to);
    const open = part.indexOf('{');
    const span = { from: at, to };
    if (!stripPython(part).startsWith('[') && open >= 0) {
      steps?.read('mistral-token', span);
      const name = stripPython(part.slice(0, open));
      const argumentsSpan = { from: from + open, to };
      const nameSpan = { from, to: from + open };
      if (name !== '')
        calls.push({ span, name, nameSpan, argumentsText: stripPython(part.slice(open)), argumentsSpan });
    } else {
      for (const { span: item, ...call } of listCalls(text, from, to))
        calls.push({ ...call, span: item, nameSpan: item, argumentsSpan: item });
    }
    at = next;
  }
  if (calls.length === 0) return null;
  const content = stripPython(text.slice(0, first));
  const from = text.indexOf(content);
  return {
    calls,
    content: content === '' ? [] : [{ from, to: from + content.length }],
    text: content === '' ? null : content,
  };
}

/** The calls of a JSON list. */
function listCalls(text: string, from: number, to: number): (NamedCall & { readonly span: Span })[] {
  const reading = readPythonJson(text, from, to);
  if (!reading.ok || !isList(reading.node.value)) return [];
  return (reading.node.items ?? []).flatMap((item) => {
    const call = objectCall(item.value);
    return call === null ? [] : [{ ...call, span: { from: item.from, to: item.to } }];
  });
}

function objectCall(value: PythonValue): NamedCall | null {
  if (!isDict(value)) return null;
  const own = value.get('name') ?? null;
  const name = truthy(own) ? own : (value.get('type') ?? null);
  if (!truthy(name)) return null;
  return { name: pythonStr(name), argumentsText: argumentsText(value.get('arguments')) };
}

/** A JSON list, or each object whose braces match. */
function rawCalls(cut: CutText): EngineCall[] {
  const { text } = cut;
  const placed = (call: NamedCall, part: Span): EngineCall => {
    const span = cut.placeOf(part);
    return { ...call, span, nameSpan: span, argumentsSpan: span };
  };
  const list = listCalls(text, 0, text.length);
  if (list.length > 0) return list.map(({ span, ...call }) => placed(call, span));
  const calls: EngineCall[] = [];
  let from = -1;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '{') {
      if (depth === 0) from = at;
      depth += 1;
    } else if (character === '}' && depth > 0) {
      depth -= 1;
      if (depth > 0) continue;
      const reading = readPythonJson(text, from, at + 1);
      const call = reading.ok ? objectCall(reading.node.value) : null;
      if (call !== null) calls.push(placed(call, { from, to: at + 1 }));
    }
  }
  return calls;
}
