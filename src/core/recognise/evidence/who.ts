import { type EvidenceRow, labelIn, type Weight, type Writer, writers, type WriterKind } from './evidence.ts';
import { envelopes, refusalIn, stringsOf } from './paste/answer.ts';
import type { Scene } from './paste/scene.ts';
import { at, isObject, keyed, placeOf, stringOf, type Value } from '../index.ts';
import { viewOf } from './writers/field-rule.ts';
import { engineFields } from './writers/field-rules.ts';
import { providerFields } from './writers/provider-fields.ts';
import { recordRules } from './writers/record-rules.ts';
import type { Rule } from './writers/rule.ts';
import { textRules } from './writers/text-rules.ts';

/** A rule that fits. */
export interface Hit {
  readonly writer: Writer;
  readonly weight: Weight;
  readonly row: EvidenceRow;
}

export interface Who {
  readonly writer: Writer | null;
  readonly others: readonly Writer[];
  readonly likely: Writer | null;
  readonly rows: readonly EvidenceRow[];
}

const fieldRules = [...engineFields, ...providerFields];

/** So many values at each end of a paste are asked: the pieces of a stream are alike, and its last ones have the counts. */
const ASKED = 40;
/** How much of a log is looked at, at its beginning and at its end. In UTF-16 units. */
const LOOKED_AT = 256 * 1024;

/** Everything in the parts of a paste that gives a writer away, each rule once. */
export function hitsIn(scene: Scene): readonly Hit[] {
  const hits = new Map<string, Hit>();
  const add = ({ id, writer, weight, says, namesServer }: Rule<unknown>, span: EvidenceRow['span']): void => {
    if (!hits.has(id))
      hits.set(id, { writer, weight, row: { of: 'writer', value: writer, rule: id, says, span, namesServer } });
  };
  const { values, request, records } = scene;
  const asked = request?.body.node;
  const answers = values.filter(
    (value) => value.node !== asked || scene.answers.some((answer) => answer.value === value),
  );
  for (const value of ends(answers).flatMap((one) => envelopes(one))) {
    const view = viewOf(value);
    for (const rule of fieldRules) {
      const found = rule.sign(view);
      if (found !== null) add(rule, placeOf(found));
    }
  }
  for (const rule of fieldRules.filter(({ isSentBack }) => isSentBack === true))
    for (const record of ends(records)) {
      const found = rule.sign(viewOf(record));
      if (found !== null) add(rule, placeOf(found));
    }
  for (const record of [...ends(answers), ...ends(records)]) {
    for (const rule of recordRules) {
      const found = rule.sign(record);
      if (found !== null) add(rule, placeOf(found));
    }
  }
  // An error may quote those of others beside what it says itself.
  const errors = scene.answers.flatMap(({ error, value }): Looked[] =>
    error === null
      ? []
      : [error, ...(value === null ? [] : stringsOf(value))].map(({ text, span }) => ({
          text: text.slice(0, LOOKED_AT),
          place: () => span,
        })),
  );
  const refusals = ends(answers)
    .flatMap((value) => (refusalIn(value).length > 0 ? stringsOf(value) : []))
    .map((said): Looked => ({ text: said.text.slice(0, LOOKED_AT), place: () => said.span }));
  const asks = [...ends(answers), ...ends(records)].flatMap((one) => addressesIn(one));
  const set = ends(values).flatMap((one) => settingsIn(one));
  for (const { text: said, place } of [...textsOf(scene), ...errors, ...refusals, ...asks, ...set]) {
    for (const rule of textRules) {
      const found = rule.sign.exec(said);
      if (found === null) continue;
      const version = found.groups?.version;
      const says = version === undefined ? rule.says : rule.says.replace(/\.$/, `: \`${version}\`.`);
      add({ ...rule, says }, place(found.index, found.index + found[0].length));
    }
  }
  return [...hits.values()];
}

/** Where a record says whom it asked: under these keys, in itself and in what it keeps of the request; `0` is what an exception was made with. */
const ADDRESS = ['url', 'uri', 'endpoint', 'baseURL', 'base_url', 'api_base', 'requestUrl', 'responseURL'];
const ASKING = ['config', 'request', 'options', '0'];

function addressesIn(value: Value): readonly Looked[] {
  return envelopes(value)
    .flatMap((one) => [one, ...ASKING.map((key) => at(one, key))])
    .flatMap((one) => ADDRESS.map((key) => at(one, key)))
    .flatMap((one): Looked[] => {
      const said = stringOf(one);
      return one === null || said === null ? [] : [{ text: said.slice(0, LOOKED_AT), place: () => placeOf(one) }];
    });
}

/** Where the settings of a client say whom it asks: claude-code-router has `api_base_url`, Zed `api_url`, others `baseURL` or `apiBase`. */
const SET = /^(?:api_?base(?:_?url)?|base_?url|api_?url)$/i;

function settingsIn(value: Value): readonly Looked[] {
  const isSet = isObject(value) && keyed(value, 'messages') === null;
  const set = isSet ? stringsOf(value).filter(({ key }) => SET.test(key)) : [];
  return set.map(({ text, span }) => ({ text, place: () => span }));
}

function ends(values: readonly Value[]): readonly Value[] {
  return values.length <= 2 * ASKED ? values : [...values.slice(0, ASKED), ...values.slice(-ASKED)];
}

interface Looked {
  readonly text: string;
  readonly place: (from: number, to: number) => EvidenceRow['span'];
}

/** The texts in which logs, commands and addresses are looked for. */
export function textsOf({ around, frame, exchange }: Scene): readonly Looked[] {
  const at = (offset: number): Looked => ({
    text: around.slice(offset, offset + LOOKED_AT),
    place: (from, to) => frame.place({ from: from + offset, to: to + offset }),
  });
  const parts = around.length <= 2 * LOOKED_AT ? [{ ...at(0), text: around }] : [at(0), at(around.length - LOOKED_AT)];
  const texts = frame.heads === '' ? parts : [...parts, { text: frame.heads, place: () => null }];
  return exchange === null ? texts : [...texts, { text: exchange.text, place: () => exchange.span }];
}

/**
 * Servers that run the engines of others, providers of the models of others, proxies of other proxies, and apps that are made of the
 * libraries of others.
 */
// Source: n8n packages/@n8n/nodes-langchain, Flowise packages/components
const FRONTS: ReadonlySet<Writer> = new Set([
  'lmstudio',
  'localai',
  'xinference',
  'bedrock',
  'n8n',
  'flowise',
  'litellm',
]);

/** Whose protocol is a copy of that of another, with its names of fields and ids. */
// Source: TensorRT-LLM tensorrt_llm/serve/openai_protocol.py, which says so, 0076e939; aphrodite-engine README, a fork of vLLM
const COPIES: ReadonlyMap<Writer, Writer> = new Map([
  ['tensorrt-llm', 'vllm'],
  ['aphrodite', 'vllm'],
]);

const NEAREST: readonly WriterKind[] = ['client', 'proxy', 'provider', 'engine'];

/** Who wrote the paste: proved by one proof, or by two hints that agree; the nearest to the person first. */
export function whoOf(all: readonly Hit[], words: string): Who {
  const copied = new Set(all.flatMap(({ writer, weight }) => (weight === 'proof' ? (COPIES.get(writer) ?? []) : [])));
  const isOfFork = FORK.test(words) && !/\bCline\b/.test(words);
  const hits = all
    .filter(({ writer }) => !copied.has(writer))
    .map((hit) => (isOfFork && hit.writer === 'cline' ? ofFork(hit) : hit));
  const ids = [...new Set(hits.map(({ writer }) => writer))];
  // The sentence of one rule may be in an error and around it: it stays one hint.
  const once = [...new Map(hits.map((hit) => [hit.row.rule, hit])).values()];
  const weigh = (writer: Writer): { proofs: number; hints: number } => {
    const own = once.filter((hit) => hit.writer === writer);
    const proofs = own.filter(({ weight }) => weight === 'proof').length;
    return { proofs, hints: own.length - proofs };
  };
  const proved = ids
    .filter((writer) => weigh(writer).proofs > 0 || weigh(writer).hints > 1)
    .toSorted((a, b) => {
      const kind = NEAREST.indexOf(writers[a].kind) - NEAREST.indexOf(writers[b].kind);
      const front = Number(FRONTS.has(b)) - Number(FRONTS.has(a));
      return kind || front || weigh(b).proofs - weigh(a).proofs || weigh(b).hints - weigh(a).hints;
    });
  const [writer = null, ...proofs] = withoutContested(proved, weigh);
  const hinted = ids.filter((id) => !proved.includes(id));
  const isClientAlone = writer !== null && writers[writer].kind === 'client' && proofs.length === 0;
  const others = isClientAlone
    ? startedIn(
        hits.filter((hit) => hinted.includes(hit.writer)),
        words,
      )
    : proofs;
  const likely = writer === null && hinted.length === 1 ? (hinted[0] ?? null) : null;
  const named = new Set<Writer | null>([writer, ...others, likely]);
  return { writer, others, likely, rows: hits.filter((hit) => named.has(hit.writer)).map(({ row }) => row) };
}

/**
 * Who shows one of them beside what a client prints has that server: the command that starts it, or a port that few others take. Of
 * other ports the words have to name the server as well.
 */
function startedIn(hits: readonly Hit[], words: string): readonly Writer[] {
  const named = labelIn(words);
  const isOwn = ({ row, writer }: Hit): boolean =>
    OWN_SERVER.test(row.rule) || (writer === named && row.rule.endsWith('-port'));
  const started = new Set(hits.filter(isOwn).map(({ writer }) => writer));
  return started.size === 1 ? [...started] : [];
}

const OWN_SERVER = /-command$|^(?:ollama|lmstudio|sglang|lmdeploy)-port$/;

/** Roo Code is a fork of Cline and has its sentences: who names it alone asks about it. */
const FORK = /\bRoo(?:-?Code)?\b/;

function ofFork(hit: Hit): Hit {
  return { ...hit, writer: 'roo', row: { ...hit.row, value: 'roo' } };
}

/** Hints are copied by others: beside the proof of another of its kind, hints alone prove nothing. */
function withoutContested(
  proved: readonly Writer[],
  weigh: (writer: Writer) => { readonly proofs: number },
): readonly Writer[] {
  return proved.filter((writer) => {
    if (weigh(writer).proofs > 0) return true;
    const { kind } = writers[writer];
    const isServer = kind === 'engine' || kind === 'provider';
    return !proved.some((other) => {
      const isOfKind = isServer ? writers[other].kind !== 'client' : writers[other].kind === kind;
      return other !== writer && weigh(other).proofs > 0 && isOfKind;
    });
  });
}
