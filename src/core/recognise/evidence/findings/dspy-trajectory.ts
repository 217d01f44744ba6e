import { callsTo, RAN, shortened } from '../words/pieces.ts';
import { finding, type Finding } from './finding.ts';

// Source: dspy dspy/predict/react.py, `trajectory` as a dict and as its adapter prints it; releases 2.6 and 3
const STEP = /(?:['"]tool_name_(\d{1,3})['"]: ?['"]|\[\[ ## tool_name_(\d{1,3}) ## \]\]\s{1,4})([\w.-]{1,80})/g;
const GIVEN =
  /(?:['"]observation_(\d{1,3})['"]: ?\[?['"]?|\[\[ ## observation_(\d{1,3}) ## \]\]\s{1,4})([^\n]{0,400})/g;
const FAILED =
  /^(?:Execution error in [\w.-]{1,80}: ?|Failed to execute: )(?:\\n)?(?:Traceback[^]*?\\n(?=\w{2,60}(?:Error|Exception)\b))?/;
/** DSPy ends its loop with this tool of its own, whatever comes of it. Source: dspy#9424 */
const ENDS = 'finish';

/** What DSPy's ReAct did with the calls, which it reads from fields in the text: its trajectory says that; null for others. */
export function ofTrajectory(text: string): Finding | null {
  const names = new Map([...text.matchAll(STEP)].map(([, a, b, name = '']) => [a ?? b, name]));
  const steps = [...text.matchAll(GIVEN)].flatMap(([, a, b, given = '']) => {
    const name = names.get(a ?? b);
    return name === undefined || name === ENDS ? [] : [{ name, given }];
  });
  const last = steps.at(-1);
  if (last === undefined) return null;
  const head = FAILED.exec(last.given)?.[0];
  if (head !== undefined) {
    const words = shortened((last.given.slice(head.length).split(/\\n|['"], ['"]|['"]\}/, 1)[0] ?? '').trim());
    const says = `DSPy read the call and ran \`${last.name}\`, which failed: \`${words}\`.`;
    return finding('calls', [{ cause: 'client', says, fix: FIX }]);
  }
  const ran = callsTo(steps.map(({ name }) => name)).replace(/^a /, 'the ');
  const says = `DSPy ran ${ran}: it sends no tools, and reads fields of its own from the text.`;
  return finding('answer', [], {
    about: { id: RAN, says, fix: 'Change nothing: in DSPy an empty `tool_calls` is normal.' },
  });
}

const FIX = 'Look into the tool: its parameters, their types and its description tell the model what to write.';
