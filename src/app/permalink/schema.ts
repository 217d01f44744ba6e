import * as z from 'zod/mini';
import { customFormatProblem, longestMarker, mostChunks } from '../../core/index.ts';
import { emptyLinkState, emptyTemplate, matrixSorts, templateConversations, viewIds, type LinkState } from './state.ts';

// zod otherwise tries `new Function` at its first parse, which the page's content security policy reports as a violation.
z.config({ jitless: true });

/** The longest string allowed per field, in UTF-16 units, and the most expected calls. */
export interface LengthLimits {
  readonly text: number;
  readonly native: number;
  readonly raw: number;
  readonly tools: number;
  readonly system: number;
  readonly preamble: number;
  readonly note: number;
  readonly experiment: number;
  readonly expectedCalls: number;
  readonly expectedName: number;
  readonly expectedArguments: number;
  /** The most chunks of a recording. */
  readonly chunks: number;
  readonly marker: number;
  /** The most turns before and after the reply, and the most results of one turn. */
  readonly turns: number;
  readonly results: number;
  readonly resultContent: number;
  /** The longest name, id or code of a result. */
  readonly resultWord: number;
}

/** @internal Tests write links at these sizes. */
export const linkLimits: LengthLimits = {
  text: 2_000_000,
  native: 1_000_000,
  raw: 2_000_000,
  tools: 1_000_000,
  system: 200_000,
  preamble: 200_000,
  note: 10_000,
  experiment: 2_000_000,
  expectedCalls: 500,
  expectedName: 1_000,
  expectedArguments: 200_000,
  chunks: mostChunks,
  marker: longestMarker,
  turns: 50,
  results: 2_000,
  resultContent: 2_000_000,
  resultWord: 1_000,
};

/** Files of a parser, and the longest one in UTF-16 units. */
const MOST_PARSER_FILES = 20;
const LONGEST_PARSER_FILE = 300_000;

/** In a chain. */
const MOST_PROVIDERS = 20;

/** The longest name of a file that a template came from, and the longest date, in UTF-16 units. */
const LONGEST_NAME = 300;
const LONGEST_DATE = 16;

/** The longest search, in UTF-16 units. */
const LONGEST_SEARCH = 200;

/** Schemas of the fields of a `LinkState`, one row each, for an object that may hold more. */
export function linkShape(limits: LengthLimits) {
  const upTo = (length: number) => z.string().check(z.maxLength(length));
  const expectedCall = z.object({
    name: upTo(limits.expectedName),
    argumentsText: upTo(limits.expectedArguments),
  });
  const counts = z.array(z.int().check(z.nonnegative())).check(z.maxLength(limits.chunks));
  const recording = z.object({ lengths: counts, gaps: counts });
  const marker = upTo(limits.marker);
  const custom = z
    .object({
      open: marker,
      close: marker,
      body: z.enum(['json', 'named-json', 'tagged', 'python']),
      nameKey: marker,
      argumentsKey: marker,
      nameEnd: marker,
      keyOpen: marker,
      keyEnd: marker,
      valueEnd: marker,
    })
    .check(({ value, issues }) => {
      const problem = customFormatProblem(value);
      if (problem === null) return;
      issues.push({ code: 'custom', path: [problem.field], input: value, message: problem.message });
    });
  const parserFile = z.object({ path: upTo(LONGEST_NAME), text: upTo(LONGEST_PARSER_FILE) });
  const outcome = {
    kind: z.enum(['ok', 'error', 'halt']),
    code: z._default(upTo(limits.resultWord), ''),
    content: z._default(upTo(limits.resultContent), ''),
  };
  const result = z.object({ call: z.int().check(z.nonnegative()), name: upTo(limits.resultWord), ...outcome });
  const stray = z.object({ id: upTo(limits.resultWord), ...outcome });
  const results = {
    results: z._default(z.array(result).check(z.maxLength(limits.results)), []),
    strays: z._default(z.array(stray).check(z.maxLength(limits.results)), []),
  };
  const turn = z.object({
    text: z._default(upTo(limits.text), ''),
    native: z._default(upTo(limits.native), ''),
    recording: z._default(z.nullable(recording), null),
    ...results,
  });
  const turns = z._default(z.array(turn).check(z.maxLength(limits.turns)), []);
  const loop = z.object({ asked: z._default(upTo(limits.system), ''), earlier: turns, later: turns, ...results });
  const provider = z.string().check(z.regex(/^[a-z0-9-]{0,40}$/));
  const ending = z.enum([
    'answers',
    'rate-limit',
    'timeout',
    'auth',
    'server-error',
    'model-not-found',
    'context-too-long',
    'unknown-error',
  ]);
  const chain = z.array(z.object({ provider, outcome: ending })).check(z.maxLength(MOST_PROVIDERS));
  const matrix = z.object({
    show: z._default(z.enum(['all', 'differ', 'mine']), 'all'),
    wanted: z._default(upTo(LONGEST_SEARCH), ''),
    sort: z._default(z.enum(matrixSorts), 'engine'),
  });
  const conversation = z.enum(templateConversations);
  const template = z.object(
    withDefaults(emptyTemplate, {
      text: upTo(limits.tools),
      name: upTo(LONGEST_NAME),
      variables: upTo(limits.tools),
      documents: upTo(limits.tools),
      tools: z.boolean(),
      thinking: z.enum(['absent', 'on', 'off']),
      generation: z.boolean(),
      textArguments: z.boolean(),
      augmented: z.boolean(),
      date: upTo(LONGEST_DATE),
      shown: conversation,
      against: z.nullable(conversation),
      step: z.nullable(z.int().check(z.nonnegative())),
      inFront: z.boolean(),
      columns: z.boolean(),
    }),
  );
  const flag = z.string().check(z.regex(/^[a-z0-9._-]{0,40}$/));
  const reading = {
    // An id that nobody knows is told with those that are near it.
    profile: z.string().check(z.regex(/^[!-~]{1,64}$/)),
    nativeToolCalls: z.enum(['true', 'false', 'absent']),
    selfContained: z.boolean(),
  };
  return withDefaults(emptyLinkState, {
    text: upTo(limits.text),
    native: upTo(limits.native),
    ...reading,
    tools: upTo(limits.tools),
    system: upTo(limits.system),
    preamble: z.nullable(upTo(limits.preamble)),
    compact: z.boolean(),
    view: z.enum(viewIds),
    step: z.nullable(z.int().check(z.nonnegative())),
    expected: z.nullable(z.array(expectedCall).check(z.maxLength(limits.expectedCalls))),
    note: upTo(limits.note),
    compare: z.nullable(
      z.object({
        text: z.nullable(upTo(limits.text)),
        native: z.exactOptional(upTo(limits.native)),
        ...withDefaults(emptyLinkState, reading),
        thinking: z.exactOptional(z.enum(['on', 'off'])),
        reasoningParser: z.exactOptional(flag),
      }),
    ),
    recording: z.nullable(recording),
    formatPage: z.nullable(z.string().check(z.regex(/^[a-z0-9.-]{1,57}$/))),
    custom: z.nullable(custom),
    loop: z.nullable(loop),
    provider,
    chain: z.nullable(chain),
    matrix: z.nullable(matrix),
    thinking: z.enum(['absent', 'on', 'off']),
    appLayer: z.string().check(z.regex(/^[a-z0-9:._@-]{0,64}$/)),
    template: z.nullable(template),
    raw: upTo(limits.raw),
    askedFormat: z.string().check(z.regex(/^[a-z0-9.-]{0,57}$/)),
    reasoningParser: flag,
    experiment: upTo(limits.experiment),
    parserFiles: z.nullable(z.array(parserFile).check(z.maxLength(MOST_PARSER_FILES))),
    edited: z.boolean(),
    askedWords: z.nullable(upTo(limits.preamble)),
    // So that the compiler names a missing field in one line.
  } satisfies Record<keyof LinkState, z.ZodMiniType>);
}

type Shape<Fields> = { readonly [Key in keyof Fields]?: z.ZodMiniType<Fields[Key]> };

/** A field that is missing is empty: what a link leaves out. */
function withDefaults<Fields extends object, Own extends Shape<Fields>>(empty: Fields, shape: Own) {
  const fields = Object.entries(shape) as [keyof Own & keyof Fields, z.ZodMiniType][];
  const entries = fields.map(([key, schema]) => [key, z._default(schema, empty[key])] as const);
  // The compiler cannot follow the entries; the type says the same as the line above.
  return Object.fromEntries(entries) as unknown as {
    readonly [Key in keyof Own]: z.ZodMiniDefault<Own[Key] & z.ZodMiniType>;
  };
}

/** The current version of what a link holds. Missing keys take their defaults, unknown keys are dropped. */
export const linkSchema: z.ZodMiniType<LinkState> = z.object(linkShape(linkLimits));

/** The first thing that a schema refused. */
export interface ShapeProblem {
  /** Path to the value, such as `expected[2].name`; '' for the value as a whole. */
  readonly field: string;
  /** What is wrong with it, to be read after the name of the field: "should be a string". */
  readonly problem: string;
}

/** Words for the first issue of a failed parse. zod's own messages are left out of the bundle with its locales. */
export function describeProblem(error: z.core.$ZodError): ShapeProblem {
  const issue = error.issues[0];
  if (issue === undefined) return { field: '', problem: 'is not valid' };
  return { field: fieldPath(issue.path), problem: describeIssue(issue) };
}

function fieldPath(path: readonly PropertyKey[]): string {
  return path
    .map((key, depth) => (typeof key === 'number' ? `[${key}]` : `${depth === 0 ? '' : '.'}${String(key)}`))
    .join('');
}

function describeIssue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `should be ${typeNames.get(issue.expected) ?? 'of another type'}`;
    case 'too_big':
      return issue.origin === 'string'
        ? `is longer than ${issue.maximum} characters`
        : issue.origin === 'array'
          ? `has more than ${issue.maximum} entries`
          : `is above ${issue.maximum}`;
    case 'too_small':
      return `is below ${issue.minimum}`;
    case 'invalid_value':
      return `should be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return 'should be a short id of a-z, 0-9, ":", "_", "@" and "-"';
    case 'custom':
      return `cannot be used: ${issue.message.replace(/\.$/, '')}`;
    default:
      return 'is not valid';
  }
}

const typeNames: ReadonlyMap<string, string> = new Map([
  ['string', 'a string'],
  ['number', 'a number'],
  ['int', 'a whole number'],
  ['boolean', 'true or false'],
  ['object', 'an object'],
  ['array', 'a list'],
  // A missing value where any value would do.
  ['nonoptional', 'present'],
]);
