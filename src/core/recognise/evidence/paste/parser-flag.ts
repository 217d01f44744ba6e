import type { EngineId } from '../../../formats/index.ts';

/** How a command starts each server that parses calls only where a flag names the parser. */
const COMMANDS: readonly (readonly [server: EngineId | 'mlx-openai-server', command: RegExp])[] = [
  ['lmdeploy', /\blmdeploy serve api_server\b/g],
  ['sglang', /\bsglang\.launch_server\b|\bsglang serve \S/g],
  ['vllm', /\bvllm serve \S|\bvllm\.entrypoints\.openai\.api_server\b/g],
  ['mlx-openai-server', /\bmlx-openai-server launch\b/g],
];

/** How people name them. */
const NAMED: readonly (readonly [server: EngineId, name: RegExp])[] = [
  ['lmdeploy', /\blm ?deploy\b/gi],
  ['sglang', /\bsg-?lang\b/gi],
  ['vllm', /\bvllm\b/gi],
];

// An error speaks of the flag: `--tool-call-parser to be set`. In a list of JSON or YAML, the name is the next item.
const FLAG = /--tool-call-parser(?:[= ]|["'],\s{0,20}["']|\s{0,4}\n\s{0,20}- )(?!to be )([\w.-]{0,39}\w)/g;

interface Command {
  readonly server: EngineId | 'mlx-openai-server';
  readonly from: number;
  readonly to: number;
}

/** The commands of a text that start a server, each to its end. */
function commandsIn(around: string): readonly Command[] {
  return COMMANDS.flatMap(([server, command]) =>
    [...around.matchAll(command)].map(({ index }) => ({ server, from: index, to: endOf(around, index) })),
  );
}

/** A command goes on after a line that says so, and in lines of its own flags, or of a list; one between backticks ends there. */
function endOf(around: string, from: number): number {
  let to = lineEnd(around, from);
  const before = around.slice(around.lastIndexOf('\n', from) + 1, from).replace('```', '');
  const tick = around.slice(from, to).indexOf('`');
  if (tick >= 0 && before.split('`').length % 2 === 0) return from + tick;
  while (to < around.length) {
    const next = lineEnd(around, to + 1);
    const isGoingOn = /(?:\\|\s[\^`])\s*$/.test(around.slice(Math.max(from, to - 4), to));
    if (!isGoingOn && !OWN_LINE.test(around.slice(to + 1, next))) return to;
    to = next;
  }
  return to;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** A line of flags, or an item of a list. */
const OWN_LINE = /^\s{0,40}(?:- ?)?["']?--\w|^\s{1,40}- \S|^\s{1,40}["'][^"'\n]{1,200}["'],?\s*$/;

/** Whether a text has a command that starts such a server without that flag. */
export function startsWithoutParser(around: string, server: EngineId | null): boolean {
  const commands = commandsOf(commandsIn(around), server);
  return commands.length > 0 && parserFlag(around, server) === null && !hasOwnFlag(around, commands);
}

/** A flag without a name that can be read: `--tool-call-parser $PARSER`. */
function hasOwnFlag(around: string, commands: readonly Command[]): boolean {
  return commands.some(({ from, to }) => around.slice(from, to).includes('--tool-call-parser'));
}

/** Those of the server that answered, where there are any. */
function commandsOf(commands: readonly Command[], server: EngineId | null): readonly Command[] {
  const own = commands.filter((one) => one.server === server);
  return own.length > 0 ? own : commands;
}

/**
 * The tool parser that was switched on, by the flag of a command or by words; null for none. What another server was started with,
 * and what a person only asks about, set nothing.
 *
 * @param server the engine that answered, as far as the paste shows it
 */
export function parserFlag(
  around: string,
  server: EngineId | null,
): { readonly text: string; readonly from: number } | null {
  const commands = commandsIn(around);
  const started = new Set<string>(commandsOf(commands, server).map((one) => one.server));
  const isOther = (name: string): boolean =>
    server === null || !NAMED.some(([id]) => id === server) ? started.size > 0 && !started.has(name) : name !== server;
  const flags = [...around.matchAll(FLAG)].map((match) => ({
    text: match[1] ?? '',
    from: match.index + match[0].lastIndexOf(match[1] ?? ''),
    at: match.index,
  }));
  const inside = ({ at }: { readonly at: number }): Command | undefined =>
    commands.find(({ from, to }) => from <= at && at < to);
  const own = flags.filter((flag) => {
    const command = inside(flag);
    if (command !== undefined) return command.server === 'mlx-openai-server' || !isOther(command.server);
    return commands.length === 0
      ? !isOfOther(around, flag.at, isOther)
      : !isOfOther(around, flag.at, isOther) && !isUnset(around, flag.at);
  });
  return own.find((flag) => inside(flag) !== undefined) ?? own[0] ?? null;
}

/** Whether the sentence with a flag is about another server: the one that is named last before it. */
function isOfOther(around: string, at: number, isOther: (name: string) => boolean): boolean {
  const before = sentenceBefore(around, at);
  const [last] = NAMED.flatMap(([server, name]) =>
    [...before.matchAll(name)].map(({ index }) => ({ server, index })),
  ).toSorted((one, other) => other.index - one.index);
  return last !== undefined && isOther(last.server);
}

/** Of a flag beside a command that lacks it: a question, an advice, or that it is not set. */
function isUnset(around: string, at: number): boolean {
  const rest = /^[^\n.?!]{0,160}(?:\.\S[^\n.?!]{0,80})*[?]/.test(around.slice(at));
  return rest || UNSET.test(sentenceBefore(around, at));
}

const UNSET =
  /\b(?:should|shall|must|have to|need(?:s|ed)?(?: to)?|could|would|without|remov(?:e|ed|ing)|dropp(?:ed|ing)|miss(?:ed|ing)|recommend\w{0,5}|suggest\w{0,3}|docs?|documentation|guide|README|says?|not|never|n['’]t|no|ohne|muss|soll\w{0,3}|nicht|sans|sin|sem|senza)\b/i;

function sentenceBefore(around: string, at: number): string {
  const before = around.slice(Math.max(0, at - 300), at);
  return before.slice(Math.max(before.lastIndexOf('\n'), before.search(/[.!?]\s(?!.*[.!?]\s)[^]*$/)) + 1);
}
