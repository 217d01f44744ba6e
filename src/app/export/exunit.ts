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
  null: 'nil',
  openObject: '%{',
  colon: ' =>',
  // Strings are UTF-8 here, which has no half of a pair.
  escape: (codePoint) => `\\u{${hex(codePoint >= 0xd800 && codePoint <= 0xdfff ? 0xfffd : codePoint, 1)}}`,
  body: (escaped) => escaped.replaceAll('#{', '\\#{'),
  number: (literal) => literal.replace(/^(-?\d+)(?=[eE])/, '$1.0').replace('E', 'e'),
};

export const exunitExport: ExportKind = {
  id: 'exunit',
  label: 'Test case: ExUnit',
  purpose: 'A test that expects exactly these calls from ExAthena.',
  use: 'file',
  asserts: true,
  file: { name: 'callscope_test.exs', type: 'text/plain' },
  // It runs ExAthena.
  isFor: ({ profile }) => engineOf(profile) === null,
  write(subject) {
    const assertion = assertionOf(subject);
    if (assertion === null) return null;
    const { fields } = subject;
    const native = nativeOf(fields);
    const capabilities = Object.entries(capabilitiesOf(fields)).map(([key, value]) => `${key}: ${String(value)}`);
    const call = `ExAthena.ToolCalls.extract(response, %{${capabilities.join(', ')}})`;
    return `${provedComment(subject, '#')}defmodule Callscope${subject.among ?? ''}Test do
  use ExUnit.Case, async: true

  # ${originOf(assertion)}
  test ${stringLiteral(titleOf(assertion), notation)} do
    text =
      ${lineLiterals(fields.text, notation).join(' <>\n        ')}

${native.problem === null ? '' : `    # ${native.problem}\n`}    tool_calls = ${dataLiteral(native.json, notation, '    ')}
    response = %{text: text, tool_calls: tool_calls}

${
  assertion.kind === 'error'
    ? `    assert {:error, _reason} = ${call}`
    : `    assert {:ok, calls} = ${call}

    assert Enum.map(calls, &Map.take(&1, [:name, :arguments])) == [${assertion.calls
      .map(
        ({ name, argumentsText }) =>
          `\n             %{\n               name: ${stringLiteral(name, notation)},\n               arguments: ${dataLiteral(argumentsText, notation, '               ')}\n             }`,
      )
      .join(',')}${assertion.calls.length === 0 ? '' : '\n           '}]`
}
  end
end
`;
  },
};
