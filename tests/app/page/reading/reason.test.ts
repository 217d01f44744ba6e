import { expect, it } from 'vitest';
import { diagnose, extract, verdictOf } from '../../../../src/core/index.ts';
import { judge } from '../../../../src/app/page/reading/expectation.ts';
import { reasonOf } from '../../../../src/app/page/reading/first-words.ts';
import type { DiagnosedExtraction } from '../../../../src/app/worker/protocol.ts';

it.each(['<tool_call>\n{"name": "ring", "arguments": {"bell": "hall"', 'I ring the bell.', '{"name": "ring", '])(
  'what the client gets is said once beside what is expected: %s',
  (text) => {
    const extraction = extract({ text }, { runtime: 'auto' });
    const diagnoses = diagnose(extraction, { runtime: 'auto' });
    const read = { ...extraction, diagnoses, verdict: verdictOf({ ...extraction, diagnoses }) };
    const answer = read as unknown as DiagnosedExtraction;
    const { gets } = judge([{ name: 'ring', argumentsText: '{}' }], extraction);
    expect(gets).toBe('Callscope finds no call.');
    expect(reasonOf(answer)).toContain('Callscope finds no call');
    expect(reasonOf(answer, gets)).not.toContain('finds no call');
  },
);
