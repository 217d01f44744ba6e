import { parsedJson } from '../../../core/index.ts';
import * as z from 'zod/mini';
import { readVersion, type VersionHistory } from '../../permalink/migrate.ts';
import { describeProblem, linkShape, type ShapeProblem } from '../../permalink/schema.ts';
import { emptySessionFields, learnSections, paneBorders, type BrowserFields } from '../fields.ts';
import { holdsWork } from '../work.ts';
import { savedCap, savedVersion, type SavedResult } from './saved.ts';

// Nothing longer than the whole can have been saved, so no field needs a tighter limit than that.
const limits = {
  text: savedCap,
  native: savedCap,
  raw: savedCap,
  tools: savedCap,
  system: savedCap,
  preamble: savedCap,
  note: savedCap,
  experiment: savedCap,
  expectedCalls: savedCap,
  expectedName: savedCap,
  marker: savedCap,
  expectedArguments: savedCap,
  chunks: savedCap,
  turns: savedCap,
  results: savedCap,
  resultContent: savedCap,
  resultWord: savedCap,
};

const runtimeId = z.string().check(z.regex(/^[a-z0-9:._@-]{1,64}$/));

/** A word that filters failures, or what somebody searched for. */
const searchText = z.string().check(z.maxLength(1000));

const percent = z.number().check(z.gte(0), z.lte(100));

/** Borders of panes that an older page had are left out. */
function knownBorders(borders: Readonly<Record<string, number>>): BrowserFields['layout']['borders'] {
  return Object.fromEntries(paneBorders.flatMap((id) => (Object.hasOwn(borders, id) ? [[id, borders[id]]] : [])));
}

const shape = {
  ...linkShape(limits),
  // How the page looks is not worth losing a text for: what is damaged here becomes the default.
  theme: z.catch(z.enum(['system', 'light', 'dark']), emptySessionFields.theme),
  layout: z.catch(
    z.object({
      tab: z.enum(['reply', 'native', 'raw']),
      borders: z.catch(z.pipe(z.record(z.string(), percent), z.transform(knownBorders)), {}),
      learn: z.catch(
        z.object({
          section: z.enum(learnSections),
          wanted: searchText,
          engine: searchText,
          kind: searchText,
          code: searchText,
          lesson: z.catch(searchText, ''),
        }),
        emptySessionFields.layout.learn,
      ),
    }),
    emptySessionFields.layout,
  ),
  pinned: z.catch(z.array(runtimeId), []),
  ownRuntime: z.catch(z.nullable(runtimeId), null),
  finishReason: z.catch(z.nullable(z.string().check(z.maxLength(200))), null),
  server: z.catch(
    z.nullable(
      z.object({
        kind: z.enum(['openai', 'ollama', 'anthropic']),
        address: z.string().check(z.maxLength(2000)),
      }),
    ),
    null,
  ),
  validTools: z.catch(z.nullable(z.string()), null),
};

const savedSchema: z.ZodMiniType<BrowserFields> = z.object(shape);

const savedHistory: VersionHistory<BrowserFields> = { version: savedVersion, schema: savedSchema, migrations: {} };

const envelopeSchema = z.object({ version: z.int().check(z.gte(1)), fields: z.unknown() });

/** Reads a text that `save` wrote. Apart from it because a first visit has nothing to read, and this needs zod. */
export function readSaved(text: string): SavedResult {
  const data = parsedJson(text);
  if (data === undefined)
    return { ok: false, code: 'damaged', message: 'The work saved in this browser is damaged: it is not JSON.' };
  const envelope = z.safeParse(envelopeSchema, data);
  if (!envelope.success) return damaged(describeProblem(envelope.error));
  const { version, fields } = envelope.data;
  if (version > savedHistory.version) {
    return {
      ok: false,
      code: 'future-version',
      message: `The work saved in this browser has version ${version} and this page reads versions up to ${savedHistory.version}.`,
    };
  }
  const read = readVersion(fields, version, savedHistory);
  if (read.ok) return { ok: true, fields: read.value };
  return salvaged(fields, read.problem) ?? damaged(read.problem);
}

/** Fields that nobody wrote: what they choose is soon chosen again, and is worth no word. */
const choices: ReadonlySet<string> = new Set<keyof BrowserFields>([
  'view',
  'step',
  'formatPage',
  'matrix',
  'provider',
  'appLayer',
  'thinking',
  'reasoningParser',
  'nativeToolCalls',
  'selfContained',
  'compact',
  'profile',
]);

/** The same without the fields that are damaged; null where no work is left then. */
function salvaged(fields: unknown, problem: ShapeProblem): SavedResult | null {
  if (typeof fields !== 'object' || fields === null) return null;
  const whole = Object.entries(fields).filter(([key, value]) => {
    const schema = Object.hasOwn(shape, key) ? shape[key as keyof typeof shape] : null;
    return schema === null || z.safeParse(schema, value).success;
  });
  const lost = Object.keys(fields).filter((key) => !whole.some(([kept]) => kept === key));
  const read = z.safeParse(savedSchema, Object.fromEntries(whole));
  if (!read.success) return null;
  if (lost.every((key) => choices.has(key))) return { ok: true, fields: read.data };
  if (!holdsWork(read.data)) return null;
  const { field, problem: why } = problem;
  const message = `Part of the work saved in this browser is damaged: its field ${field} ${why}. The rest was restored.`;
  return { ok: true, fields: read.data, problem: message };
}

function damaged({ field, problem }: ShapeProblem): SavedResult {
  const place = field === '' ? 'what it holds' : `its field ${field}`;
  return {
    ok: false,
    code: 'damaged',
    message: `The work saved in this browser is damaged: ${place} ${problem}.`,
  };
}
