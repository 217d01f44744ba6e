import { loadProject, type Recognised } from '../../../core/index.ts';

/** The runtime of a project and a parser that an error names, by its flag or its id; null where none is known. */
export async function namedRuntime({
  project,
  parser,
}: Pick<Recognised, 'project' | 'parser'>): Promise<string | null> {
  if (project === null) return null;
  const runtimes = await loadProject(project);
  if (parser === null)
    return runtimes.length === 1 || project === 'exathena' || project === 'chatcli' ? (runtimes[0]?.id ?? null) : null;
  const wanted = plain(parser);
  const named = runtimes.filter(({ id, flag }) =>
    [id.slice(id.indexOf(':') + 1), flag.split(/[ =]/).at(-1) ?? ''].some((name) => plain(name) === wanted),
  );
  return named[0]?.id ?? null;
}

/** Files have `_` where flags have `-`, and vLLM's first parsers `2pro`. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9.]/g, '');
}
