import { PythonDict, type PythonValue, truthy } from '../../../text/languages/index.ts';

// `minicpm5` knows other names of some tools of a telephone company, which the model was trained on.

interface Alias {
  readonly names: readonly string[];
  readonly tool: string;
  /** The arguments of the tool, each with the keys of which the first that holds something counts. */
  readonly keys: readonly (readonly [key: string, ...from: string[]])[];
  /** What every such call has besides. */
  readonly fixed?: readonly (readonly [string, PythonValue])[];
}

const aliases: readonly Alias[] = [
  { names: ['get_details_by_phone'], tool: 'get_customer_by_phone', keys: [['phone_number', 'phone_number', 'phone']] },
  {
    names: ['get_details_by_name'],
    tool: 'get_customer_by_name',
    keys: [
      ['full_name', 'full_name', 'name'],
      ['date_of_birth', 'date_of_birth', 'dob'],
      ['dob', 'date_of_birth', 'dob'],
    ],
  },
  {
    names: ['get_line_details', 'get_line_status', 'get_roaming_status'],
    tool: 'get_details_by_id',
    keys: [['id', 'line_id', 'id']],
  },
  { names: ['get_plan_details'], tool: 'get_details_by_id', keys: [['id', 'plan_id', 'id']] },
  {
    names: ['enable_roaming'],
    tool: 'toggle_roaming',
    keys: [['line_id', 'line_id', 'id']],
    fixed: [['enabled', true]],
  },
  {
    names: ['disable_roaming'],
    tool: 'toggle_roaming',
    keys: [['line_id', 'line_id', 'id']],
    fixed: [['enabled', false]],
  },
  {
    names: ['add_refueled_data', 'add_data_to_line'],
    tool: 'refuel_data',
    keys: [
      ['customer_id', 'customer_id'],
      ['line_id', 'line_id', 'id'],
      ['amount_gb', 'amount_gb', 'gb', 'gb_amount', 'amount'],
    ],
  },
];

/** The call as a declared tool has it; as it is where none is meant. */
export function aliasOf(
  name: string,
  values: PythonDict,
  isDeclared: (name: string) => boolean,
): readonly [string, PythonDict] {
  const alias = aliases.find(({ names, tool }) => names.includes(name) && isDeclared(tool));
  if (alias === undefined) return [name, values];
  const mapped = new PythonDict();
  for (const [key, ...from] of alias.keys) {
    const value = firstOf(values, from);
    if (value !== null) mapped.set(key, value);
  }
  if (mapped.size === 0) return [name, values];
  for (const [key, value] of alias.fixed ?? []) mapped.set(key, value);
  return [alias.tool, mapped];
}

/** `a or b or c`: the last one where none holds anything; null where that is none. */
function firstOf(values: PythonDict, keys: readonly string[]): PythonValue {
  const found = keys.find((key) => truthy(values.get(key) ?? null));
  return values.get(found ?? keys.at(-1) ?? '') ?? null;
}
