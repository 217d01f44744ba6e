export { strftime } from './format/strftime.ts';
export { globals } from './globals.ts';
export { stringMethods } from './methods/string-methods.ts';
export { type ParsedTemplate, parseTemplate } from './parse/parse-template.ts';
export {
  type BinaryOperator,
  type Expression,
  type ForNode,
  type IfBranch,
  partsOf,
  type Statement,
} from './parse/syntax.ts';
export { walk } from './parse/walk.ts';
export { render } from './render.ts';
export type {
  Allowance,
  FailureKind,
  Origin,
  Piece,
  Rendering,
  RenderOptions,
  RenderStep,
  TemplateContext,
  TemplateFailure,
  TemplateSpan,
  TemplateTime,
  TemplateWarning,
  ValueOrigin,
  WarningCode,
} from './rendering.ts';
export { unrunParts } from './unrun.ts';
export { Text } from './values/text.ts';
export { isText } from './values/value.ts';
