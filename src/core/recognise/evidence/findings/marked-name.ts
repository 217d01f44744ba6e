import type { Reason } from './reason.ts';

/** A name that goes on with a marker of the format: gpt-oss writes `dim_lamp<|channel|>commentary`. Source: vllm#32587, vllm#35906 */
const MARKED = /(?<![\w.<|-])([A-Za-z_][\w.-]{1,63})(<[|｜][\w▁]{2,30}[|｜]>)/;

/**
 * What a client says of an unknown tool whose name has a marker in it: the tool is there, under the name before that. Null for others.
 *
 * @param told the names of the calls, and the error
 */
export function markedName(first: Reason | undefined, told: string): Reason | null {
  const [, name, marker] = (first?.cause === 'unknown-tool' ? MARKED.exec(told) : null) ?? [];
  if (first === undefined || name === undefined || marker === undefined) return null;
  const says = `The model meant \`${name}\`, and the marker \`${marker}\` of its format came with the name.`;
  return { ...first, says, headline: says, fix: FIX };
}

const FIX =
  'Cut the name at the marker in the client or a proxy, or send the request again. Update the server as well: its parser passed the marker on.';
