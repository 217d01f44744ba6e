import { declaredTools, withTools, valueToText, type JsonObject, type RuntimeInfo } from '../../core/index.ts';
import type { Subject } from './kind.ts';

/**
 * The tools of the request as JSON, those that the runtime was given: a list of objects with name, description and parameters,
 * or of these in the wrapping of OpenAI, `{"type": "function", "function": …}`, as every server takes them.
 */
export function requestTools(
  { fields }: Pick<Subject, 'fields'>,
  { id }: RuntimeInfo,
  form: 'functions' | 'openai' = 'functions',
): string {
  const { tools } = withTools({ runtime: id, tools: declaredTools(fields.tools) }, { text: fields.text });
  return valueToText(
    tools.map(({ name, description, schema }): JsonObject => {
      const described = {
        name,
        ...(description === undefined ? {} : { description }),
        ...(schema === undefined ? {} : { parameters: schema }),
      };
      return form === 'openai' ? { type: 'function', function: described } : described;
    }),
  );
}

/** Where the request declares no tools, and those of the program are made of the call; '' elsewhere. */
export function inferredNote({ fields }: Pick<Subject, 'fields'>, runtime: RuntimeInfo): string {
  if (declaredTools(fields.tools) !== undefined || requestTools({ fields }, runtime) === '[]') return '';
  return 'No tools are declared: Callscope inferred those of the program from the call.';
}
