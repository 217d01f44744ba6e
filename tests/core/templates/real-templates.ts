import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import ts from 'typescript';
import type { JsonValue } from '../../../src/core/index.ts';
import { goldenLines, goldenText } from '../../conformance/golden-files.ts';

/** Real chat templates, and what Jinja2 makes of them. */

export interface Conversation {
  readonly id: string;
  readonly messages: JsonValue;
  readonly tools: JsonValue;
  readonly options: Record<string, JsonValue>;
}

/** A prompt by its length in code points and its digest, or what the template raises. */
export interface GoldenRender {
  readonly template: string;
  readonly templateSha256: string;
  readonly conversation: string;
  readonly length?: number;
  readonly sha256?: string;
  readonly raises?: string;
  readonly message?: string;
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export const goldenRenders = goldenLines('templates.jsonl') as readonly GoldenRender[];

/** By id; tools by their definitions. */
export const conversations: ReadonlyMap<string, Conversation> = new Map(
  (() => {
    const file = JSON.parse(goldenText('templates-conversations.json')) as {
      tools: Record<string, JsonValue>;
      conversations: ({ id: string; messages: JsonValue; tools?: string[] } & Record<string, JsonValue>)[];
    };
    return file.conversations.map(({ id, messages, tools, ...options }) => {
      const definitions = tools === undefined ? null : tools.map((name) => file.tools[name]!);
      return [id, { id, messages, tools: definitions, options }] as const;
    });
  })(),
);

/** By the name of the model; a second one of a model is `model#2`. The package keeps them in a source file alone. */
export const realTemplates: ReadonlyMap<string, string> = new Map(
  (() => {
    const entry = createRequire(import.meta.url).resolve('@huggingface/ollama-utils');
    const source = readFileSync(new URL(`file://${entry}/../../src/chat-template-automap.ts`), 'utf8');
    const named: [string, string][] = [];
    const seen = new Map<string, number>();
    const visit = (node: ts.Node): void => {
      const model = ts.isObjectLiteralExpression(node) ? textOf(node, 'model') : null;
      const template = ts.isObjectLiteralExpression(node) ? textOf(node, 'gguf') : null;
      if (model !== null && template !== null) {
        const count = (seen.get(model) ?? 0) + 1;
        seen.set(model, count);
        named.push([count === 1 ? model : `${model}#${count}`, template]);
        return;
      }
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile('automap.ts', source, ts.ScriptTarget.Latest));
    return named;
  })(),
);

function textOf(object: ts.ObjectLiteralExpression, key: string): string | null {
  for (const property of object.properties) {
    if (!ts.isPropertyAssignment(property)) continue;
    const { name, initializer } = property;
    if ((ts.isIdentifier(name) || ts.isStringLiteral(name)) && name.text === key)
      return ts.isStringLiteralLike(initializer) ? initializer.text : null;
  }
  return null;
}
