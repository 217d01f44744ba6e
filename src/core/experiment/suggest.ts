import { formatPrompt } from '../agents/index.ts';
import { add, commonest } from '../batch/index.ts';
import { isObject, type JsonObject, type JsonValue, parsedJson } from '../text/json/index.ts';
import { codesWhere } from '../trace/index.ts';
import type { Setup } from './experiment.ts';
import { askedFormat } from './run-judge.ts';
import { answered, grouped, type JudgedRun } from './table.ts';

/** A change of a setup that may help. Nobody knows before it is run. */
export interface Suggestion {
  /** What it does, as a button says it. */
  readonly label: string;
  /** What in the runs made us think of it. */
  readonly reason: string;
  /** How many runs failed so. */
  readonly count: number;
  /** Null where no variant can do it: it is a setting of the server that reads. */
  readonly setup: Setup | null;
}

/** Lines for the system prompt. */
const lines = {
  json: 'Write the arguments as one valid JSON object: double quotes, and no comma at the end.',
  only: 'Call a tool only when the user asks for what it does. Otherwise answer in plain text.',
  call: 'When a tool does what the user asks for, call it at once, and do not describe the call.',
  whole: 'Write every call to its end: all closing brackets, then the closing tag.',
  form: 'Write every call exactly in the form shown here, and in no other form.',
  types: 'Give every argument the type that its schema says: numbers without quotes.',
  required: 'Give every required argument, under the exact name in the schema.',
} as const;

const jsonCodes: ReadonlySet<string> = codesWhere(({ about }) => about === 'json');

/**
 * What could be tried next with a variant, by its runs; what most failures speak for comes first. Before all is what the server
 * loses: no prompt changes that.
 *
 * @param others the variants beside it: a line that one of them has is being tried
 */
export function suggestionsFor(
  setup: Setup,
  judged: readonly JudgedRun[],
  others: readonly Setup[] = [],
): Suggestion[] {
  const results = judged.flatMap(({ result }) => result ?? []);
  const failures = results.filter(({ right }) => right === false);
  const counted = (is: (result: (typeof results)[number]) => boolean): number => failures.filter(is).length;
  const line = (key: keyof typeof lines, reason: string, count: number): Suggestion[] =>
    count === 0 || [setup, ...others].some(({ system }) => system.includes(lines[key]))
      ? []
      : [{ label: `Add the line: ${lines[key]}`, reason, count, setup: withLine(setup, lines[key]) }];
  const change = (label: string, reason: string, count: number, changed: Partial<Setup>): Suggestion[] =>
    count === 0 ? [] : [{ label, reason, count, setup: { ...setup, ...changed } }];
  const isInPrompt = setup.place === 'prompt';
  const found = [
    ...renameSuggestions(setup, failures),
    // Also where the server read none: another one may.
    ...line(
      'only',
      'The model tried calls that nobody asked for.',
      results.filter(({ quiet }) => quiet === false).length,
    ),
    ...line(
      'call',
      'The model answered in plain text where a call is expected.',
      judged.filter(
        ({ run, result }) => result?.right === false && result.outcome === 'answer' && run.text.trim() !== '',
      ).length,
    ),
    ...line(
      'whole',
      'The model stopped inside of calls.',
      counted(({ isUnfinished }) => isUnfinished),
    ),
    ...line(
      'json',
      'The JSON of calls is invalid.',
      counted(({ row, isUnfinished }) => !isUnfinished && jsonCodes.has(row.diagnosis ?? '')),
    ),
    ...formatSuggestions(setup, results),
    ...line(
      'form',
      'Calls came in another format.',
      isInPrompt ? results.filter(({ format }) => format === false).length : 0,
    ),
    ...line(
      'types',
      'Arguments have other types than the schema says.',
      counted(({ row }) => row.diagnosis === 'D28'),
    ),
    ...line(
      'required',
      'Required arguments are missing.',
      counted(({ row }) => row.diagnosis === 'D29'),
    ),
    ...change(
      'Use the full tool list',
      'The compact list leaves out what the arguments may be.',
      setup.isCompact && setup.format === '' && isInPrompt
        ? counted(({ valid, outcome }) => valid === false || outcome === 'other')
        : 0,
      { isCompact: false },
    ),
    ...change(
      'Set the temperature to 0',
      `At temperature ${String(setup.temperature)} chance decides with every token.`,
      setup.temperature > 0 ? failuresByChance(judged) : 0,
      { temperature: 0 },
    ),
  ];
  return [...serverSuggestions(setup, failures), ...found.toSorted((one, other) => other.count - one.count)];
}

/** Calls that the model wrote and the server does not read. */
function serverSuggestions(
  setup: Setup,
  failures: readonly Pick<NonNullable<JudgedRun['result']>, 'unreadBy'>[],
): Suggestion[] {
  const by = (part: 'reasoning' | 'tools'): number => failures.filter(({ unreadBy }) => unreadBy === part).length;
  const found: Suggestion[] = [
    {
      label: 'Change the reasoning parser in Options',
      reason: 'It takes what the tool parser should read: without it, the server reads the calls.',
      count: by('reasoning'),
      setup: null,
    },
    {
      label: `Choose a tool parser that reads \`${askedFormat(setup)}\``,
      reason: 'The model writes what you ask for, and this server does not read it.',
      count: by('tools'),
      setup: null,
    },
  ];
  return found.filter(({ count }) => count > 0);
}

/**
 * How many failures are of messages where chance decides what is right: some runs are and others are not, or there is one run alone.
 * Where all fail, a lower temperature makes them fail alike.
 */
function failuresByChance(judged: readonly JudgedRun[]): number {
  const byMessage = grouped(answered(judged), ({ run }) => run.message);
  const isRight = ({ result }: JudgedRun): boolean => result?.right === true;
  if (!judged.some(isRight)) return 0;
  const varied = [...byMessage.values()].filter((runs) => runs.length === 1 || runs.some(isRight)).flat();
  return varied.filter(({ result }) => result?.right === false && result.unreadBy === null).length;
}

function withLine(setup: Setup, text: string): Setup {
  return { ...setup, system: setup.system.trim() === '' ? text : `${setup.system.trimEnd()}\n${text}` };
}

/** What becomes of a call that the server does not read. */
const unread: ReadonlySet<string> = new Set(['error', 'lost', 'text']);

/** The format that the model writes on its own, where it is read, and where it is another than the one that is asked for. */
function formatSuggestions(
  setup: Setup,
  results: readonly Pick<NonNullable<JudgedRun['result']>, 'came' | 'format' | 'outcome'>[],
): Suggestion[] {
  if (setup.place !== 'prompt') return [];
  const counts = new Map<string, number>();
  for (const { came, format, outcome } of results)
    // Whoever asks for a format that the server does not read can only lose.
    if (format === false && !unread.has(outcome) && came !== null && came !== askedFormat(setup)) add(counts, came);
  const [first] = commonest(counts);
  if (first === undefined || formatPrompt(first[0], '', []) === null) return [];
  const [format, count] = first;
  return [
    {
      label: `Ask for the format ${format}`,
      reason: 'The model writes it although another format is asked for.',
      count,
      setup: { ...setup, format, preamble: null },
    },
  ];
}

function renameSuggestions(
  setup: Setup,
  failures: readonly Pick<NonNullable<JudgedRun['result']>, 'renames'>[],
): Suggestion[] {
  const counts = new Map<string, number>();
  for (const { renames } of failures)
    for (const { tool, declared, given } of renames) add(counts, JSON.stringify([tool, declared, given]));
  return [...counts].flatMap(([key, count]) => {
    const [tool, from, to] = JSON.parse(key) as [string, string, string];
    const tools = renamedParameter(setup.tools, tool, from, to);
    if (tools === null) return [];
    // Expected calls keep the first name.
    const first = setup.renamed.find((one) => one.tool === tool && one.to === from)?.from ?? from;
    const others = setup.renamed.filter((one) => one.tool !== tool || one.to !== from);
    return [
      {
        label: `Rename \`${from}\` of \`${tool}\` to \`${to}\``,
        reason: `The model writes \`${to}\`.`,
        count,
        setup: { ...setup, tools, renamed: [...others, { tool, from: first, to }] },
      },
    ];
  });
}

/** Where the forms of tools keep their schema. */
const schemaKeys = ['parameters', 'input_schema', 'inputSchema', 'schema'] as const;

/** The tools as JSON text with a parameter renamed; null where it is not there, or the other name is taken. */
function renamedParameter(text: string, tool: string, from: string, to: string): string | null {
  const value = parsedJson(text);
  if (value === undefined) return null;
  const done = { count: 0 };
  const renamed = (one: JsonValue): JsonValue => {
    if (!isObject(one)) return one;
    if (isObject(one['function'])) return { ...one, function: renamed(one['function']) };
    const key = schemaKeys.find((name) => isObject(one[name]));
    const schema = key === undefined ? undefined : one[key];
    if (one['name'] !== tool || key === undefined || !isObject(schema) || !isObject(schema['properties'])) return one;
    const { properties } = schema as { readonly properties: JsonObject };
    if (!Object.hasOwn(properties, from) || Object.hasOwn(properties, to)) return one;
    done.count += 1;
    const required = schema['required'];
    return {
      ...one,
      [key]: {
        ...schema,
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, inner]) => [name === from ? to : name, inner]),
        ),
        ...(Array.isArray(required) ? { required: required.map((name) => (name === from ? to : name)) } : {}),
      },
    };
  };
  const list = Array.isArray(value)
    ? value.map(renamed)
    : isObject(value) && Array.isArray(value['tools'])
      ? { ...value, tools: value['tools'].map(renamed) }
      : renamed(value);
  return done.count > 0 ? JSON.stringify(list, null, 2) : null;
}
