import type { ToolDefinition } from '../../tools/index.ts';
import type { Recorder } from '../../trace/index.ts';
import {
  type EngineCall,
  type EngineStream,
  type Exception,
  Excerpt,
  type Raised,
  type Reading,
  textAgentRuntime,
  textDeltas,
} from '../kit/index.ts';
import type { Delta } from '../runtime.ts';
import { FenceMachine, type FencePart } from './fence-machine.ts';

/** The interceptor of Continue for models without native tools: fences with lines of names and values. */
export const toolCodeblocks = textAgentRuntime({
  name: 'toolCodeblocks',
  slug: 'tool-fence',
  project: 'continue',
  flag: 'only use system message tools',
  label: 'Continue tool fences',
  source: {
    version: 'main of 2026-06-18',
    commit: 'd0a3c0b6',
    file: 'core/tools/systemMessageTools/interceptSystemToolCalls.ts',
  },
  formats: ['continue-tool-fence'],
  reads: 'A tool fence or a line TOOL_NAME:, and arguments between BEGIN_ARG and END_ARG; an empty line ends it.',
  words: {
    'finds-call': {
      question: 'Does a line begin with a tool fence or with `TOOL_NAME:`?',
      yes: 'The lines after it are the name and the arguments.',
      no: 'The text is content.',
    },
    'held-lost': 'This may be the beginning of a call, so Continue holds it back, and at the end it is lost',
    'no-arguments': 'A call without arguments gets no `{}`: its arguments are empty text',
    'cut-off': 'The reply ends inside of an argument: its value is lost, and the arguments are no JSON',
    'raises-Error': 'A line of the call has no name: the exception ends the turn of the chat.',
  },
  parse: (text, _tools, steps) => readFences(text, steps),
  stream: (_tools: readonly ToolDefinition[]) => new FenceStream(),
});

interface OpenCall {
  readonly from: number;
  name: string;
  texts: string[];
  to: number;
}

export interface FenceReading extends Reading {
  readonly order: string;
  /** The exception, beside what was sent before it. */
  readonly exception: Exception | null;
}

/**
 * @param pieces how the text comes in
 *
 * @internal The golden data ask it.
 */
export function readPieces(pieces: readonly string[]): {
  readonly parts: readonly FencePart[];
  readonly exception: Exception | null;
  readonly heldFrom: number;
  /** Whether the reply ends inside of an argument. */
  readonly isCutOff: boolean;
} {
  const machine = new FenceMachine();
  const parts: FencePart[] = [];
  let current = '';
  for (const piece of pieces) {
    current += piece;
    const made = machine.push(piece, current);
    parts.push(...made.parts);
    if (made.exception !== null) return { parts, exception: made.exception, heldFrom: current.length, isCutOff: false };
  }
  parts.push(...machine.end());
  const { heldFrom, isInArgument } = machine;
  return { parts, exception: null, heldFrom: heldFrom ?? current.length, isCutOff: isInArgument };
}

function readFences(text: string, steps: Recorder<string>): FenceReading {
  const { parts, exception, heldFrom, isCutOff } = readPieces([text]);
  const content: Excerpt[] = [];
  const open: OpenCall[] = [];
  let order = '';
  for (const part of parts) {
    if (part.kind === 'content') {
      content.push(part.text);
      if (!order.endsWith('t')) order += 't';
      continue;
    }
    if (part.kind === 'name') {
      open.push({ from: part.from, name: part.name, texts: [], to: part.to });
      order += 'c';
    }
    const call = open.at(-1);
    if (call === undefined) continue;
    if (part.kind === 'arguments') call.texts.push(part.text);
    call.to = Math.max(call.to, part.to);
  }
  if (heldFrom < text.length) steps.quirk('held-lost', { from: heldFrom, to: text.length });
  const calls = open.map((call): EngineCall => {
    const { from, name, texts, to } = call;
    const span = { from, to };
    const argumentsText = texts.join('');
    if (argumentsText === '') steps.quirk('no-arguments', span);
    else if (isCutOff && call === open.at(-1)) steps.quirk('cut-off', span);
    return { span, name, nameSpan: span, argumentsText, argumentsSpan: span };
  });
  const said = Excerpt.join(content);
  const raises = exception === null ? {} : { raises: { ...exception, at: Math.min(heldFrom, text.length) } };
  return { calls, content: said.spans, text: said.text === '' ? null : said.text, order, exception, ...raises };
}

/** What the chat gets with each piece. */
class FenceStream implements EngineStream {
  readonly isLinear = true;
  readonly #machine = new FenceMachine();
  #index = -1;
  #pending: Exception | null = null;

  push(delta: string, current: string): readonly Delta[] | Raised {
    if (this.#pending !== null) return this.#pending;
    const { parts, exception } = this.#machine.push(delta, current);
    const deltas = this.#deltas(parts);
    this.#pending = exception;
    return exception !== null && deltas.length === 0 ? exception : deltas;
  }

  end(): readonly Delta[] | Raised {
    return this.#pending ?? this.#deltas(this.#machine.end());
  }

  #deltas(parts: readonly FencePart[]): Delta[] {
    return parts.flatMap((part): readonly Delta[] => {
      if (part.kind === 'content') return textDeltas('content', part.text);
      if (part.kind === 'name') {
        this.#index += 1;
        return [{ kind: 'call', index: this.#index, name: part.name }];
      }
      return part.kind === 'arguments' ? [{ kind: 'arguments', index: this.#index, text: part.text }] : [];
    });
  }
}
