import { at, isObject, itemsOf, keyed, stringAt, type Value } from '../../index.ts';
import type { Scene } from '../paste/scene.ts';
import type { Reason } from './reason.ts';

/**
 * The model that is meant lacks tools in the list of models of LM Studio. Null for others.
 * `capabilities` has `tool_use` at `/api/v0/models`, and `trained_for_tool_use` at `/api/v1/models`. Source: the code of clients that read both lists
 */
export function ofModelList({ values, around }: Scene): Reason | null {
  const models = values.flatMap((value) => itemsOf(at(value, 'data') ?? at(value, 'models'))).filter(isOfLmStudio);
  const named = models.filter((one) => around.includes(nameOf(one)));
  const loaded = models.filter(
    (one) => stringAt(one, 'state') === 'loaded' || itemsOf(at(one, 'loaded_instances')).length > 0,
  );
  const meant = [named, loaded, models].find(({ length }) => length > 0) ?? [];
  const [first] = meant;
  if (first === undefined || meant.some(takesTools)) return null;
  const field = keyed(first, 'key') === null ? '`tool_use`' : '`trained_for_tool_use`';
  const says = `LM Studio lists \`${nameOf(first)}\` without ${field}: clients that read this list offer it no tools.`;
  return {
    cause: 'no-tools',
    says,
    headline: says,
    fix: `Choose a model that has ${field} among its \`capabilities\` in this list. LM Studio sets that by the model, and no option does.`,
  };
}

function isOfLmStudio(model: Value): boolean {
  const isOld = keyed(model, 'compatibility_type') !== null && keyed(model, 'state') !== null;
  const isNew = keyed(model, 'loaded_instances') !== null && keyed(model, 'key') !== null;
  return nameOf(model) !== '' && (isOld || isNew) && /^(?:llm|vlm)$/.test(stringAt(model, 'type') ?? '');
}

function nameOf(model: Value): string {
  return stringAt(model, 'id') ?? stringAt(model, 'key') ?? '';
}

function takesTools(model: Value): boolean {
  const given = at(model, 'capabilities');
  return isObject(given)
    ? at(given, 'trained_for_tool_use')?.node.kind === 'true'
    : itemsOf(given).some(({ node }) => node.kind === 'string' && node.value === 'tool_use');
}
