import type { JsonValue } from '../../text/json/index.ts';

/** What a file with chat templates is. */
export type SourceKind =
  /** The text of a template alone. */
  | 'jinja'
  /** JSON with the key `chat_template`: `tokenizer_config.json`, `chat_template.json`, the `/props` of llama.cpp. */
  | 'json'
  /** The header of a GGUF file. */
  | 'gguf'
  /** A Go template, as Ollama uses them, or a Modelfile with one. */
  | 'go';

/** A template of a file. */
export interface NamedTemplate {
  /** What transformers calls it: `default`, `tool_use`, `rag`. */
  readonly name: string;
  readonly text: string;
}

/** What a file says of the prompts of its model. */
export interface TemplateSource {
  readonly kind: SourceKind;
  /** One at least; none where `kind` is `go`. */
  readonly templates: readonly NamedTemplate[];
  /** The variables that the file gives to its templates, such as `bos_token`. */
  readonly variables: Readonly<Record<string, JsonValue>>;
  /** What a Go template writes for a call; null where it is none, or writes no calls. */
  readonly goCall: GoCall | null;
}

/** The part of a Go template that writes a call. */
export interface GoCall {
  /** The text before the first value of a call: `<tool_call>`; '' for none. */
  readonly tag: string;
  /** The part as written. */
  readonly text: string;
}

/** Why no template was read. `byte` and `character` count from 0, in the file and in its text. */
export type SourceProblem =
  | { readonly code: 'empty' }
  | { readonly code: 'binary'; readonly character: number }
  | { readonly code: 'too-long'; readonly characters: number }
  | { readonly code: 'not-json'; readonly message: string }
  | { readonly code: 'no-template'; readonly file: string }
  | { readonly code: 'template-is-no-text'; readonly path: string }
  | { readonly code: 'gguf-version'; readonly version: number }
  | { readonly code: 'gguf-other-byte-order' }
  | { readonly code: 'gguf-cut'; readonly byte: number; readonly bytes: number }
  | { readonly code: 'gguf-length'; readonly byte: number; readonly what: string; readonly length: string }
  | { readonly code: 'gguf-type'; readonly byte: number; readonly key: string; readonly type: number }
  | { readonly code: 'gguf-deep'; readonly byte: number; readonly key: string }
  | { readonly code: 'gguf-header'; readonly bytes: number }
  | { readonly code: 'gguf-no-template'; readonly key: string };

export type SourceReading =
  | { readonly ok: true; readonly source: TemplateSource }
  | { readonly ok: false; readonly problem: SourceProblem };

/** The longest template that is read, in UTF-16 units. Real ones have up to some 50,000. */
const LONGEST_TEMPLATE = 1_000_000;

/** The first template of a list that a template is: those of transformers are asked by name. */
export function usualTemplate(templates: readonly NamedTemplate[], hasTools: boolean): NamedTemplate | undefined {
  const byName = (name: string): NamedTemplate | undefined => templates.find((one) => one.name === name);
  // `apply_chat_template` takes `tool_use` where there are tools, and `default` otherwise.
  return (hasTools ? byName('tool_use') : undefined) ?? byName('default') ?? templates[0];
}

/** @returns what refuses the templates; null where they can be taken */
export function problemWith(templates: readonly NamedTemplate[]): SourceProblem | null {
  const long = templates.find(({ text }) => text.length > LONGEST_TEMPLATE);
  return long === undefined ? null : { code: 'too-long', characters: long.text.length };
}
