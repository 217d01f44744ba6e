import { isRecord, parsedJson } from '../text/json/index.ts';
import { toolDefinitions, type ToolDefinition } from '../tools/index.ts';
import { declaredNames, type Message, type Setup, type WantedCall } from './experiment.ts';

/** What tools lack that a message expects: no run of such a variant can be right, whatever the model does. */
export interface Lacking {
  readonly tool: string;
  /** Null where the tool itself is missing. */
  readonly argument: string | null;
}

type Declaring = Pick<Setup, 'tools' | 'place' | 'renamed'>;

/** The first of the expected calls that the tools of a setup do not allow; null where they allow all, or nobody knows. */
export function lackingFor(
  setup: Declaring,
  expected: Message['expected'],
  tools: readonly ToolDefinition[] = toolDefinitions(setup.tools),
): Lacking | null {
  // A model that is given no tools makes up its own.
  if (expected === null || setup.place === 'none' || tools.length === 0) return null;
  for (const call of expected) {
    const lacking = lackingIn(tools, call, setup);
    if (lacking !== null) return lacking;
  }
  return null;
}

function lackingIn(
  tools: readonly ToolDefinition[],
  { name, argumentsText }: WantedCall,
  setup: Declaring,
): Lacking | null {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) return { tool: name, argument: null };
  const [wanted, declared] = [parsedJson(argumentsText), tool.schema?.['properties']];
  const isOpen = (tool.schema?.['additionalProperties'] ?? false) !== false;
  if (!isRecord(wanted) || !isRecord(declared) || isOpen) return null;
  const known = declaredNames(setup, name);
  const argument = Object.keys(wanted).find((key) => !Object.hasOwn(declared, known.get(key) ?? key));
  return argument === undefined ? null : { tool: name, argument };
}

/** The same in a sentence, without the name of the variant. */
export function lackingText({ tool, argument }: Lacking): string {
  return argument === null
    ? `There is no tool \`${tool}\`: change what you expect.`
    : `\`${tool}\` has no argument \`${argument}\`: change what you expect.`;
}
