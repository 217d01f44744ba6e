import { callDeltas, contentDelta, nothing } from '../../../../src/core/engines/kit/index.ts';
import type { Runtime } from '../../../../src/core/engines/runtime.ts';
import type { Span } from '../../../../src/core/text/document/index.ts';
import { JsonReader, nodeToText } from '../../../../src/core/text/json/index.ts';
import type { OpenedDocument, Outcome, Recorder } from '../../../../src/core/trace/index.ts';

const OPENER = '!flash ';

const words = {
  flash: 'Flash',
  'contains-flash': {
    question: 'Does the text contain `!flash `?',
    yes: 'The rest of that line is a name and JSON.',
    no: 'The reply is content.',
  },
  'after-flash': 'Lighthouse drops what follows the line of a flash.',
} as const;

type FlashCode = keyof typeof words;

/**
 * One call: `!flash <name> <object>` on a line. What follows that line is lost, and so is a flash whose JSON is broken. The
 * stream looks for the opener in each chunk alone, so a chunk border inside the opener makes the call content.
 */
export const flash: Runtime<FlashCode> = {
  id: 'lighthouse:flash',
  project: 'lighthouse',
  flag: '--signal flash',
  label: 'Lighthouse 1.0, flash',
  emulates: 'Made up: one call per reply, on a line of its own.',
  source: { version: '1.0', file: 'lighthouse/flash.py' },
  formats: [],
  lenient: false,
  tiers: ['flash'],
  asks: [],
  words,

  whole(opened, _tools, _options, steps) {
    return read(opened, openerIn(opened.document, opened.text), steps);
  },

  stream(_tools, _options, steps) {
    let length = 0;
    let opener = -1;
    return {
      push(text) {
        if (opener >= 0) {
          length += text.length;
          return nothing;
        }
        const at = text.indexOf(OPENER);
        if (at >= 0) opener = length + at;
        length += text.length;
        return contentDelta(at < 0 ? text : text.slice(0, at), length - text.length);
      },
      withheld: () => (opener < 0 ? null : { from: opener, why: 'undecided', mayBecome: [] }),
      hidden: () => (opener < 0 ? [] : [{ from: opener, to: length }]),
      end: () => ({ ...read(steps.opened, opener, steps), deltas: callDeltas(steps.calls) }),
    };
  },
};

function openerIn(document: string, text: Span | null): number {
  const at = document.indexOf(OPENER);
  return text !== null && at >= 0 && at + OPENER.length <= text.to ? at : -1;
}

function read({ document, text }: OpenedDocument, open: number, steps: Recorder<FlashCode>): Outcome {
  const whole = { from: 0, to: document.length };
  const area = text ?? { from: 0, to: 0 };
  const nameFrom = open + OPENER.length;
  steps.enter('cascade', flash.id, whole);
  const found = open < 0 ? null : { from: open, to: nameFrom };
  steps.gate('contains-flash', found !== null, area, found);
  steps.enter('tier', 'flash', area);
  let isCall = false;
  if (found !== null) {
    const lineTo = endOf(document.indexOf('\n', nameFrom), area.to);
    const span = { from: open, to: lineTo };
    steps.enter('block', 'flash', span);
    steps.marker(OPENER, 'open', open, nameFrom);
    const nameTo = endOf(document.indexOf(' ', nameFrom), lineTo);
    const reading = new JsonReader().read(document, Math.min(nameTo + 1, lineTo), lineTo);
    isCall = reading.ok;
    if (reading.ok) {
      const { node } = reading;
      const name = { from: nameFrom, to: nameTo };
      steps.read('name', name);
      steps.read('arguments', node);
      steps.mark('call', open, lineTo);
      steps.call(
        {
          name: document.slice(nameFrom, nameTo),
          nameSpan: name,
          argumentsText: nodeToText(node, document),
          returnedText: document.slice(node.from, node.to),
          argumentsSpan: { from: node.from, to: node.to },
        },
        { format: 'flash', tier: 'flash', span },
      );
    } else {
      steps.reject('json-syntax', { from: nameTo, to: lineTo }, reading.error.at, reading.error);
      steps.mark('lost', open, lineTo);
    }
    steps.leave(span, isCall ? 'matched' : 'malformed');
    if (lineTo < area.to) {
      steps.quirk('after-flash', { from: lineTo, to: area.to });
      steps.mark('lost', lineTo, area.to);
    }
  }
  const ending = found === null ? 'empty' : isCall ? 'matched' : 'malformed';
  steps.leave(area, ending);
  steps.leave(whole, ending);
  return { content: text === null ? null : document.slice(0, found?.from ?? text.to) };
}

/** Where a search ended that found nothing, or something too late. */
function endOf(at: number, to: number): number {
  return at < 0 ? to : Math.min(at, to);
}
