import { nearest } from '../../../text/document/index.ts';
import { listedTools } from '../paste/listed-tools.ts';
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
  /(?<![\w.-])([\w.-]{2,80}) is not a valid tool\b/g,
];

/** How they list those that they have. */
const LISTED = /\b(?:Available tools|try one of|Did you mean one of):? \[?([^\n\]]{1,2000})/;
/** A tool of Spring AI and LangChain4j is a method with an annotation. */
const METHOD =
  /@Tool\b(?:\((?:[^()"]|"[^"\n]{0,400}"){0,80}\))?\s+(?:(?:public|static|fun)\s+){0,3}(?:[\w<>,[\]?.]{1,60}\s+)?(\w{2,64})\(/g;

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
  const known = knownTools(scene, told, content, tools).filter((one) => one !== 'invalid' && !called.includes(one));
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
  const also =
    writer !== null && declaresAlways(writer)
      ? 'Begin a new conversation then: a wrong name in the old one is repeated.'
      : 'Or return that sentence to the model as the result of the call.';
  return {
    ...first,
    ...(own.length === 0 ? { headline: `No tool is named \`${one}\`, and the client has \`${meant}\`.` } : {}),
    fix: `Say ${where} that the tool is named \`${meant}\`, and that there is no \`${one}\`. ${also}`,
  };
}

function knownTools(scene: Scene, told: string, content: string, tools: readonly string[]): readonly string[] {
  const listed = LISTED.exec(told)?.[1];
  if (listed !== undefined)
    return listed
      .split(/[,\s]+/)
      .map((one) => one.replaceAll(/^["'`[]|["'`\].?]{1,3}$/g, ''))
      .filter((one) => /^[\w.-]{2,80}$/.test(one));
  const methods = [...content.matchAll(METHOD)].map(([, method = '']) => method);
  return tools.length > 0 ? tools : (listedTools(scene) ?? methods);
}

/** The tool that is meant by a name: the same in other letters, a part of it, what others call it, or with a slip or two. */
function meantBy(name: string, known: readonly string[]): string | null {
  const words = wordsOf(name);
  const parts = known
    .map((one) => ({ one, own: wordsOf(one) }))
    .filter(({ own }) => own.every((word) => words.includes(word)) || words.every((word) => own.includes(word)))
    .toSorted((a, b) => shared(b.own, words) - shared(a.own, words) || a.own.length - b.own.length);
  const spelt = known.find((one) => wordsOf(one).join('') === words.join(''));
  const group = ALIKE.find((names) => names.includes(name.toLowerCase()));
  return (
    spelt ?? parts[0]?.one ?? known.find((one) => group?.includes(one.toLowerCase()) === true) ?? nearest(name, known)
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
