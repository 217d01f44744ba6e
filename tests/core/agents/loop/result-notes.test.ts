import { describe, expect, it } from 'vitest';
import { resultNotes } from '../../../../src/core/index.ts';
import { failed, halt, ok } from './turn.ts';

const codes = (outcome: Parameters<typeof resultNotes>[0]) => resultNotes(outcome).map(({ code }) => code);

describe('what is said of a result', () => {
  it.each([
    ['nothing of a plain one', ok('4.2 bar'), []],
    ['nothing of JSON', ok('{"bar": 4.2}'), []],
    ['nothing of a code in use', failed('gone', 'ExitCode:2'), []],
    ['that a fence is text', ok('```\nx\n```'), ['looks-like-call']],
    ['that a call in it is none', ok('~~~tool_call\n{}\n~~~'), ['looks-like-call']],
    ['that it is empty', ok(''), ['empty']],
    ['that it looks like JSON', ok('{"a": 1,}'), ['not-json']],
    ['that a bracket in the code ends the mark', failed('x', 'a]b'), ['closing-bracket']],
    ['that a line break goes along', failed('x', 'a\nb'), ['line-break-in-code']],
    ['that a blank code counts', failed('x', ' '), ['blank-code']],
    ['nothing of a halt', halt('~~~tool_call'), []],
  ])('%s', (_, outcome, expected) => {
    expect(codes(outcome)).toEqual(expected);
  });

  it('names the code that a reader would take', () => {
    expect(resultNotes(failed('x', 'a]b'))[0]?.text).toContain('“a”');
  });
});
