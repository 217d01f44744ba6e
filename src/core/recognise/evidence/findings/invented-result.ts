import type { TextReading } from '../calls/text-reading.ts';
import { STOP } from '../said/steps.ts';
import type { Scene } from '../paste/scene.ts';
import type { Reason } from './reason.ts';

/** The steps of ReAct in which a model goes on after its input, up to the end. */
const WHOLE =
  /^[ \t*]{0,4}Action Input\b[^]{0,8000}?\n[ \t*]{0,4}Observation\b[^]{0,8000}?\n[ \t*]{0,4}(?:Final )?Answer ?\*{0,2}:/m;

/**
 * A reply in which the model wrote the result of its call as well, and a final answer after it. Null for others.
 * Source: crewai agents/parser.py and langchain react_single_input.py, which take the final answer or refuse both
 */
export function inventedResult(text: string, { format, state, names }: TextReading): Reason | null {
  const [name = ''] = names;
  if (format !== 'react' || state !== 'sound' || name === '' || !WHOLE.test(text)) return null;
  const says = `The model wrote the result of \`${name}\` itself (\`Observation:\`), and its final answer: the tool never ran.`;
  return { cause: 'other-format', says, headline: says, fix: STOP };
}

/** That a text is what the model wrote, and not what an agent prints of its steps. */
const OF_MODEL =
  /\braw (?:\w{1,12} )?(?:completion|output|response|reply|answer|text|generation)\b|\b(?:hallucinat|fabricat|invent|made[- ]up|makes? up)\w{0,6}\b|\b(?:never|not|n't) (?:\w{1,8} )?(?:printed|called|run|ran|executed|invoked|reached|triggered)\b/i;
/** LangChain prints the result of the tool between the steps of the model. */
const OF_AGENT = /Entering new|Finished chain/;

/** The same of a reply that a person shows. */
export function inventedInReport({ around }: Scene, text: string, reading: TextReading): Reason | null {
  return OF_MODEL.test(around) && !OF_AGENT.test(around) ? inventedResult(text, reading) : null;
}
