import { isObject, type JsonObject, type JsonValue } from '../text/json/index.ts';

/** What a schema says about a type, as readers of parameters ask for it. */
export interface DeclaredType {
  /** `type` as it is: a name, or a list of names; empty when there is none. */
  readonly types: readonly string[];
  /** `type` is a list. */
  readonly isList: boolean;
  /** The types in `anyOf` or `oneOf`; empty when there is no such key. */
  readonly union: readonly string[];
}

export function declaredType(schema: JsonObject | null): DeclaredType {
  const type = schema?.['type'];
  const union = [schema?.['anyOf'], schema?.['oneOf']].flatMap((branches) =>
    Array.isArray(branches) ? branches.flatMap((branch) => namesIn(isObject(branch) ? branch['type'] : undefined)) : [],
  );
  return { types: namesIn(type), isList: Array.isArray(type), union };
}

function namesIn(type: JsonValue | undefined): string[] {
  return (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string').map((one) => one.toLowerCase());
}
