import { isObject, type JsonObject, type JsonValue, own, parsedJson, readJson } from '../../text/json/index.ts';
import { jsonErrorText } from '../../trace/index.ts';
import { problemWith, type NamedTemplate, type SourceProblem, type SourceReading } from './template-source.ts';

/** The special tokens of transformers' `special_tokens_map`, which all are variables of a template. */
const specialTokens = [
  'bos_token',
  'eos_token',
  'unk_token',
  'sep_token',
  'pad_token',
  'cls_token',
  'mask_token',
] as const;

/**
 * Reads the templates of a JSON file: `chat_template` as a text, or as a list of named ones (transformers saves both), and
 * the special tokens beside it.
 */
export function readJsonSource(text: string, file: string | null): SourceReading {
  const data = parsedJson(text);
  if (data === undefined) return { ok: false, problem: whyNotJson(text) };
  // The Hub's API has what it read of a GGUF file in an object of its own.
  const holder = [data, isObject(data) ? own(data, 'gguf') : undefined].find(
    (one) => isObject(one) && own(one, 'chat_template') !== undefined,
  );
  if (!isObject(holder)) return { ok: false, problem: { code: 'no-template', file: file ?? '' } };
  const templates = templatesOf(own(holder, 'chat_template') ?? null);
  if ('code' in templates) return { ok: false, problem: templates };
  const problem = problemWith(templates);
  if (problem !== null) return { ok: false, problem };
  return { ok: true, source: { kind: 'json', templates, variables: tokensOf(holder), goCall: null } };
}

function templatesOf(value: JsonValue): readonly NamedTemplate[] | SourceProblem {
  if (typeof value === 'string') return [{ name: 'default', text: value }];
  const entries: readonly (readonly [JsonValue | undefined, JsonValue | undefined])[] = Array.isArray(value)
    ? value.map((one) => (isObject(one) ? [own(one, 'name'), own(one, 'template')] : [undefined, undefined]))
    : isObject(value)
      ? Object.entries(value)
      : [];
  const templates: NamedTemplate[] = [];
  for (const [index, [name, text]] of entries.entries()) {
    if (typeof text !== 'string') return { code: 'template-is-no-text', path: `chat_template[${String(index)}]` };
    templates.push({ name: typeof name === 'string' ? name : String(index + 1), text });
  }
  return templates.length === 0 ? { code: 'template-is-no-text', path: 'chat_template' } : templates;
}

/** A token is its text, or an object with its text as `content`. */
function tokensOf(config: JsonObject): Record<string, JsonValue> {
  const found = specialTokens.flatMap((name) => {
    const text = tokenText(own(config, name));
    return text === null ? [] : [[name, text] as const];
  });
  const others = own(config, 'additional_special_tokens');
  const additional = Array.isArray(others) ? others.map(tokenText).filter((one) => one !== null) : [];
  return Object.fromEntries<JsonValue>([
    ...found,
    ...(additional.length === 0 ? [] : [['additional_special_tokens', additional] as const]),
  ]);
}

function tokenText(token: JsonValue | undefined): string | null {
  const text = isObject(token) ? own(token, 'content') : token;
  return typeof text === 'string' ? text : null;
}

function whyNotJson(text: string): SourceProblem {
  const reading = readJson(text);
  // Two readers of JSON refuse the same texts, up to numbers and lone surrogates.
  const message = reading.ok ? 'the JSON cannot be read' : jsonErrorText(text, reading.error.at, reading.error);
  return { code: 'not-json', message };
}
