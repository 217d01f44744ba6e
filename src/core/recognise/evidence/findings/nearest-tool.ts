import { nearest } from '../../../text/document/index.ts';
import { codedTools } from '../paste/coded-tools.ts';
import { listedTools } from '../paste/listed-tools.ts';
import { ownTools } from '../paste/own-tools.ts';
import type { Scene } from '../paste/scene.ts';
import { declaresAlways, type Writer } from '../evidence.ts';
import type { Reason } from './reason.ts';

/** How clients name the tool that they do not have. */
const CALLED: readonly RegExp[] = [
  /\bunavailable tool ['‘"`]([\w.-]{2,80})['’"`]/g,
  /\bunsupported call: ([\w.-]{2,80})/g,
  /\b[Uu]nknown tool(?: name)?:? ['"`]?([\w.-]{2,80})/g,
  /\bNo ToolCallback found for tool name: ([\w.-]{2,80})/g,
  /\b[Tt]ool ['"`]([\w.-]{2,80})['"`] (?:was |is )?not found/g,
  // OpenAI's agents SDK, and Google's ADK.
  /\bTool ([\w.-]{2,80}) not found in agent\b/g,
  /\bFunction ([\w.-]{2,80}) is not found in the tools_dict\b/g,
  /(?<![\w.-])([\w.-]{2,80}) is not a valid tool\b/g,
  // CrewAI, which lists its tools below that.
  /\bAction '([\w][\w .-]{1,60})' don't exist, these are the only available Actions:/g,
];

/** How they list those that they have. */
const LISTED = /\b(?:Available tools|try one of|Did you mean one of):? \[?([^\n\]]{1,2000})/;

/** What one and the same tool is called by clients. */
const ALIKE: readonly (readonly string[])[] = [
  [
    'bash',
    'shell',
    'exec_command',
    'shell_command',
    'run_command',
    'execute_command',
    'run_terminal_cmd',
    'terminal',
    'run_shell_command',
  ],
  ['read', 'read_file', 'view', 'view_file', 'open_file', 'cat'],
  ['write', 'write_file', 'create_file', 'write_to_file', 'save_file'],
  ['edit', 'edit_file', 'replace', 'str_replace', 'str_replace_editor', 'apply_patch', 'patch'],
  ['list', 'list_files', 'list_dir', 'list_directory', 'ls', 'glob'],
  ['grep', 'search_files', 'grep_search', 'search_file_content', 'ripgrep'],
];

/** Sources: codex core/src/tools/spec.rs (`ConfigShellToolType`); codex#11940, unsloth#9121 for `apply_patch_tool_type` */
const OF_CODEX: readonly (readonly [name: RegExp, fix: string])[] = [
  [
    /^apply_?patch$/,
    'Say in `AGENTS.md` that files are edited with the shell tool. Or give the model an entry in the catalogue of Codex with `apply_patch_tool_type: "freeform"`.',
  ],
  [
    /^(?:shell|bash|local_shell|container\.exec|terminal|run_command)$/,
    'Say in `AGENTS.md` that commands run with `exec_command`, or with `shell_command` where Codex offers that. Or choose a model that Codex knows.',
  ],
];

interface Told {
  readonly names: readonly string[];
  readonly error: string | null;
  readonly writer: Writer | null;
  readonly tools: readonly string[];
}

/** What to do about a tool that a client does not have, where the paste lists those that it has. Null where it shows none. */
export function nearestTool(
  first: Reason | undefined,
  { names, error, writer, tools }: Told,
  scene: Scene,
  content: string,
): Reason | null {
  if (first?.cause !== 'unknown-tool' || first.fix !== undefined) return null;
  const told = `${error ?? ''}\n${content}`;
  const own = names.filter((one) => one !== 'invalid' && /^[\w.-]{2,80}$/.test(one));
  const called = own.length > 0 ? own : CALLED.flatMap((of) => [...told.matchAll(of)].map(([, one = '']) => one));
  const [name] = called;
  if (name === undefined) return null;
  const ofCodex = writer === 'codex' ? OF_CODEX.find(([of]) => of.test(name))?.[1] : undefined;
  if (ofCodex !== undefined) return { ...first, fix: ofCodex };
  const known = knownTools(scene, { called, tools }, told, content).filter(
    (one) => one !== 'invalid' && !called.includes(one),
  );
  if (known.length === 0) return null;
  const where = writer === 'opencode' || writer === 'codex' ? 'in `AGENTS.md`' : 'in the prompt';
  const [found] = called.flatMap((one) => {
    const meant = meantBy(one, known);
    return meant === null ? [] : { one, meant };
  });
  // Whoever sends the request can declare one more.
  if (found === undefined)
    return tools.length > 0
      ? null
      : {
          ...first,
          fix: `Say ${where} which tools there are, and that \`${name}\` is none of them. Or choose a model that keeps to the declared names.`,
        };
  const { one, meant } = found;
  const isOwn = writer === null || !declaresAlways(writer);
  const also = !isOwn
    ? 'Begin a new conversation then: a wrong name in the old one is repeated.'
    : writer === 'crewai'
      ? // It tells the model of the names anyway.
        'Or choose a larger model, which keeps to the declared names.'
      : 'Or return that sentence to the model as the result of the call.';
  return {
    ...first,
    ...(own.length === 0 ? { headline: `No tool is named \`${one}\`, and the client has \`${meant}\`.` } : {}),
    fix: fixOf(one, meant, { where, also, isOwn, told: taughtIn(one, content) }),
  };
}

interface Naming {
  readonly where: string;
  readonly also: string;
  /** Whether the person may name the tool otherwise: nobody names those of an agent. */
  readonly isOwn: boolean;
  /** Where the person names the tool wrongly; null where the paste does not show that. */
  readonly told: string | null;
}

function fixOf(one: string, meant: string, { where, also, isOwn, told }: Naming): string {
  return told === null
    ? `Say ${where} that the tool is named \`${meant}\`, and that there is no \`${one}\`. ${also}`
    : `Write \`${meant}\` in the place of \`${one}\` in ${told}: the model follows what it is told. ${isOwn ? 'Or give the tool that name.' : also}`;
}

/** A prompt, or a file of one, that names the tool before it on its line or in the code that sends it. */
function taughtIn(name: string, text: string): string | null {
  const at = String.raw`["'\`]?(?<![\w.-])${name.replaceAll('.', String.raw`\.`)}(?![\w-]|\.\w)`;
  // What a client says of the call is no prompt.
  const lead = String.raw`(?:(?!ToolCallback|\b(?:un\w{5,9}|no|No) tool\b|[Ee]rror|Exception|\n\s*\n)[^]){0,160}?`;
  const [told] = TEACHERS.flatMap(([words, where]) => {
    const found = new RegExp(`(${words})${lead}${at}`).exec(text);
    return found === null ? [] : (where ?? `\`${found[1] ?? ''}\``);
  });
  return told ?? null;
}

/** What a person writes for a model, and how a sentence names it; null for the name of a file. */
const TEACHERS: readonly (readonly [words: string, where: string | null])[] = [
  [String.raw`\b(?:AGENTS|CLAUDE|GEMINI|QWEN)\.md|\.(?:cursorrules|clinerules|goosehints|windsurfrules)\b`, null],
  [String.raw`\b(?:[Ss]ystem(?:_?[Pp]rompt|[_ ][Mm]essage)?|SYSTEM)\b`, 'the system prompt'],
  [String.raw`\b(?:[Ii]nstructions?|[Pp]rompt)\b`, 'the prompt'],
];

function knownTools(
  scene: Scene,
  { called, tools }: { readonly called: readonly string[]; readonly tools: readonly string[] },
  told: string,
  content: string,
): readonly string[] {
  const listed = LISTED.exec(told)?.[1];
  if (listed !== undefined)
    return listed
      .split(/[,\s]+/)
      .map((one) => one.replaceAll(/^["'`[]|["'`\].?]{1,3}$/g, ''))
      .filter((one) => /^[\w.-]{2,80}$/.test(one));
  const below = [...told.matchAll(/^Tool Name: ([\w][\w .-]{1,60}?)\s{0,4}(?:\(|$)/gm)].map(([, one = '']) => one);
  if (below.length > 0) return [...new Set(below)];
  if (tools.length > 0) return tools;
  const named = listedTools(scene) ?? codedTools(content);
  if (named.length > 0) return named;
  // Of what code only defines, a function may be a tool that has the same name in other letters.
  return ownTools(scene).filter((one) => called.some((other) => wordsOf(one).join('') === wordsOf(other).join('')));
}

/** The tool that is meant by a name: the same in other letters, a part of it, what others call it, or with a slip or two. */
function meantBy(name: string, known: readonly string[]): string | null {
  const words = wordsOf(name);
  const parts = known
    .map((one) => ({ one, own: wordsOf(one) }))
    .filter(({ own }) => own.every((word) => words.includes(word)) || words.every((word) => own.includes(word)))
    .toSorted((a, b) => shared(b.own, words) - shared(a.own, words) || a.own.length - b.own.length);
  const letters = words.join('');
  const joined = (one: string): string => wordsOf(one).join('');
  const spelt = known.find((one) => joined(one) === letters);
  const begun = known.find((one) => joined(one).length > 5 && letters.startsWith(joined(one)));
  const group = ALIKE.find((names) => names.includes(name.toLowerCase()));
  return (
    spelt ??
    parts[0]?.one ??
    begun ??
    known.find((one) => group?.includes(one.toLowerCase()) === true) ??
    nearest(name, known)
  );
}

function wordsOf(name: string): readonly string[] {
  return (
    name
      .replaceAll(/([a-z\d])(?=[A-Z])/g, '$1_')
      .toLowerCase()
      .match(/[a-z\d]+/g) ?? []
  ).filter((one) => one.length > 1);
}

function shared(one: readonly string[], other: readonly string[]): number {
  return one.filter((word) => other.includes(word)).length;
}
