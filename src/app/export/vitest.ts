import { engineOf } from '../../core/index.ts';
import { assertionOf, originOf, titleOf } from './assertion.ts';
import { capabilitiesOf } from '../page/reading/capabilities.ts';
import type { ExportKind } from './kind.ts';
import { dataLiteral, hex, lineLiterals, stringLiteral, type Notation } from './literal.ts';
import { nativeOf } from './native.ts';
import { provedComment } from './said.ts';

const notation: Notation = {
  true: 'true',
  false: 'false',
  null: 'null',
  openObject: '{',
  colon: ':',
  escape: (codePoint) => (codePoint > 0xffff ? `\\u{${hex(codePoint, 1)}}` : `\\u${hex(codePoint, 4)}`),
  // Written plainly, this key would set the prototype.
  key: (literal) => (literal === '"__proto__"' ? '["__proto__"]' : literal),
};

export const vitestExport: ExportKind = {
  id: 'vitest',
  label: 'Test case: Vitest',
  purpose: 'A test that expects exactly these calls from an extractor in JavaScript.',
  use: 'file',
  asserts: true,
  file: { name: 'callscope.test.ts', type: 'text/plain' },
  // The engines are written in Python.
  isFor: ({ profile }) => engineOf(profile) === null,
  write(subject) {
    const assertion = assertionOf(subject);
    if (assertion === null) return null;
    const { fields } = subject;
    const text = lineLiterals(fields.text, notation);
    const native = nativeOf(fields);
    const capabilities = dataLiteral(JSON.stringify(capabilitiesOf(fields)), notation, '');
    const call = 'extractToolCalls(response, capabilities)';
    return `${provedComment(subject, '//')}import { expect, test } from 'vitest';
// Yours: takes { text, tool_calls } and capabilities, returns the calls in order, throws when it refuses the reply.
import { extractToolCalls } from './extract-tool-calls';

// ${originOf(assertion)}
test(${stringLiteral(titleOf(assertion), notation)}, () => {
  const response = {
    text:
      ${text.join(' +\n      ')},
${native.problem === null ? '' : `    // ${native.problem}\n`}    tool_calls: ${dataLiteral(native.json, notation, '    ')},
  };
  const capabilities = ${capabilities};

${
  assertion.kind === 'error'
    ? `  expect(() => ${call}).toThrow();`
    : `  const calls = ${call}.map((call) => ({ name: call.name, arguments: call.arguments }));
  expect(calls).toEqual([${assertion.calls
    .map(
      ({ name, argumentsText }) =>
        `\n    {\n      name: ${stringLiteral(name, notation)},\n      arguments: ${dataLiteral(argumentsText, notation, '      ')},\n    },`,
    )
    .join('')}${assertion.calls.length === 0 ? '' : '\n  '}]);`
}
});
`;
  },
};
