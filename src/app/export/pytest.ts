import { enginePytest } from './engine-pytest.ts';
import { assertionOf, originOf, titleOf } from './assertion.ts';
import { capabilitiesOf } from '../page/reading/capabilities.ts';
import type { ExportKind } from './kind.ts';
import { dataLiteral, lineLiterals, stringLiteral } from './literal.ts';
import { nativeOf } from './native.ts';
import { provedComment } from './said.ts';
import { pythonNotation as notation } from './python-notation.ts';

export const pytestExport: ExportKind = {
  id: 'pytest',
  label: 'Test case: pytest',
  purpose:
    'A test that expects exactly these calls, from the engine if it is a Python package, else from your extractor.',
  use: 'file',
  asserts: true,
  file: { name: 'test_callscope.py', type: 'text/plain' },
  write(subject) {
    const assertion = assertionOf(subject);
    if (assertion === null) return null;
    const ofEngine = enginePytest(subject, assertion, notation);
    const proved = provedComment(subject, '#');
    if (ofEngine !== null) return proved + ofEngine;
    const { fields } = subject;
    const native = nativeOf(fields);
    const capabilities = dataLiteral(JSON.stringify(capabilitiesOf(fields)), notation, '');
    const call = 'extract_tool_calls({"text": TEXT, "tool_calls": TOOL_CALLS}, CAPABILITIES)';
    const isError = assertion.kind === 'error';
    return `${proved}${isError ? 'import pytest\n\n' : ''}# Yours: returns the calls in order as objects with name and arguments, raises when it refuses the reply.
from extract_tool_calls import extract_tool_calls

TEXT = (
    ${lineLiterals(fields.text, notation).join('\n    ')}
)
${native.problem === null ? '' : `# ${native.problem}\n`}TOOL_CALLS = ${dataLiteral(native.json, notation, '')}
CAPABILITIES = ${capabilities}


# ${originOf(assertion)}
def test_extraction():
    ${stringLiteral(titleOf(assertion), notation)}
${
  isError
    ? `    with pytest.raises(Exception):\n        ${call}`
    : `    calls = ${call}
    assert [{"name": call.name, "arguments": call.arguments} for call in calls] == [${assertion.calls
      .map(
        ({ name, argumentsText }) =>
          `\n        {\n            "name": ${stringLiteral(name, notation)},\n            "arguments": ${dataLiteral(argumentsText, notation, '            ')},\n        },`,
      )
      .join('')}${assertion.calls.length === 0 ? '' : '\n    '}]`
}
`;
  },
};
