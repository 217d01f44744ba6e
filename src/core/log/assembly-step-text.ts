import { excerpt } from '../text/document/index.ts';
import type { AssemblyStep, DeltaCode } from './assembly.ts';
import { faultSentence, isFault, quotesPiece } from './explain-assembly.ts';

const deltaSentences = {
  start: 'The response begins',
  text: 'Text',
  reasoning: 'Reasoning, separate from the text',
  refusal: 'A refusal, separate from the text',
  'call-opened': 'A call begins',
  'call-id': 'Its id',
  'call-name': 'Its name',
  'call-arguments': 'A piece of its arguments',
  'call-closed': 'The provider reports that the call is complete',
  finish: 'Finish reason',
  usage: 'Tokens, in and out',
  end: 'The end of the stream',
  'keep-alive': 'Keep-alive',
  'no-content': 'No part of the response',
} as const satisfies Record<DeltaCode, string>;

/** A step of an assembly in words. Only the view of a stream asks for it. */
export function assemblyStepText({ code, piece }: AssemblyStep): string {
  const brought = piece === '' ? '' : excerpt(piece, 0, piece.length);
  if (isFault(code)) {
    const isNamed = brought === '' || quotesPiece(code);
    return `${faultSentence(code, piece)}${isNamed ? '' : ` (${brought})`}`;
  }
  return brought === '' ? `${deltaSentences[code]}.` : `${deltaSentences[code]}: ${brought}`;
}
