import { describe, expect, it } from 'vitest';
import {
  allIndices,
  commonPrefixLength,
  extractIntermediateDiff,
  isCompleteJson,
  partialOverlap,
} from '../../../../src/core/engines/kit/unfinished.ts';

// What the functions of vLLM answered (vllm/tool_parsers/utils.py).
describe('text that is not whole yet', () => {
  it.each([
    ['', '', 0],
    ['{"a": "ap"}', '{"a": "apple"}', 9],
    ['abc', 'abc', 3],
    ['a\u{1f600}', 'a\u{1f601}', 1],
    ['a\ud83d', 'a\u{1f600}', 1],
    ['a\ud83db', 'a\ud83dc', 2],
  ])('%s and %s begin alike', (one, other, length) => {
    expect(commonPrefixLength(one, other)).toBe(length);
    expect(commonPrefixLength(other, one)).toBe(length);
  });

  it.each([
    ['{"fruit": "apple"}', '{"fruit": "ap"}', 'ple'],
    ['{"a": 1}', '{}', '"a": 1'],
    ['{"a": 12}', '{"a": 1}', '2'],
    ['{"a": "x"}', '{"a": ""}', 'x'],
    ['{"a": [1, {}]}', '{"a": [1]}', ', {}'],
    ['{}', '{}', ''],
    ['', '{}', ''],
    ['{}', '', '{}'],
    // The ends overlap: the beginning is sent again.
    ['a}', 'a}}}', 'a'],
    ['{"a": ""}', '{"a": "\\""}', '{"a": '],
    ['{"a": "é_"}', '{"a": "é"}', '_'],
    ['{"a": "\u{1f600}"}', '{"a": "\u{1f601}"}', '\u{1f600}'],
  ])('%s after %s', (current, old, diff) => {
    expect(extractIntermediateDiff(current, old)).toBe(diff);
  });

  it.each([
    ['text <tool_', '<tool_call>', 6],
    ['<tool_call>', '<tool_call>', 0],
    ['<<', '<<a', 2],
    ['<', '<', 0],
    ['', '<a', 0],
    ['a', '', 0],
  ])('%s may go on with %s', (text, marker, length) => {
    expect(partialOverlap(text, marker)).toBe(length);
  });

  it('knows JSON that is whole', () => {
    expect(['{"a": NaN}', ' 1 ', '{"a": 1', '{} x', ''].map(isCompleteJson)).toEqual([true, true, false, false, false]);
  });

  it('finds every place, those that overlap too', () => {
    expect(allIndices('aaba', 'a')).toEqual([0, 1, 3]);
    expect(allIndices('aaa', 'aa')).toEqual([0, 1]);
    expect(allIndices('ab', '')).toEqual([0, 1, 2]);
    expect(allIndices('ab', 'c')).toEqual([]);
  });
});
