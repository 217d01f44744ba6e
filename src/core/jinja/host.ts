import type { Budget } from './budget.ts';
import type { TemplateTime, WarningCode } from './rendering.ts';
import type { CallArguments, Value } from './values/value.ts';

/** What filters, tests and functions may ask of the engine that runs the template. */
export interface Host {
  readonly budget: Budget;
  readonly now: TemplateTime;
  /** `value.name` and `value[index]`, as a template may ask for them. */
  attribute(value: Value, name: string): Value;
  item(value: Value, index: Value): Value;
  call(callee: Value, args: CallArguments): Value;
  filter(name: string, value: Value, args: CallArguments): Value;
  test(name: string, value: Value, args: CallArguments): boolean;
  warn(code: WarningCode, message: string): void;
}

export type Filter = (value: Value, args: CallArguments, host: Host) => Value;
export type Test = (value: Value, args: CallArguments, host: Host) => boolean;
