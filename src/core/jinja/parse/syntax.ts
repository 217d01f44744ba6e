import type { Span } from '../../text/document/index.ts';
import type { Value } from '../values/value.ts';

/** The syntax tree of a template. Spans are ranges of the template as Jinja reads it, with `\n` for every line end. */

export type Statement =
  | DataNode
  | PrintNode
  | IfNode
  | ForNode
  | MacroNode
  | CallBlockNode
  | GenerationNode
  | SetNode
  | SetBlockNode
  | WithNode
  | FilterBlockNode
  | ScopeNode
  | BlockNode
  | LoadTemplateNode
  | (Span & { readonly kind: 'break' })
  | (Span & { readonly kind: 'continue' });

export type Expression =
  | ConstantNode
  | NameNode
  | NamespaceReference
  | (Part & { readonly kind: 'tuple' | 'list'; readonly items: readonly Expression[] })
  | (Part & { readonly kind: 'dict'; readonly items: readonly (readonly [key: Expression, value: Expression])[] })
  | (Part & { readonly kind: 'attribute'; readonly node: Expression; readonly name: string })
  | (Part & { readonly kind: 'item'; readonly node: Expression; readonly index: Expression })
  | (Part & {
      readonly kind: 'slice';
      readonly start: Expression | null;
      readonly stop: Expression | null;
      readonly step: Expression | null;
    })
  | CallNode
  | FilterNode
  | TestNode
  | (Part & {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    })
  | (Part & { readonly kind: 'and' | 'or'; readonly left: Expression; readonly right: Expression })
  | (Part & { readonly kind: 'not' | 'negative' | 'positive'; readonly node: Expression })
  | (Part & { readonly kind: 'concat'; readonly items: readonly Expression[] })
  | (Part & { readonly kind: 'compare'; readonly first: Expression; readonly rest: readonly Comparison[] })
  | (Part & {
      readonly kind: 'conditional';
      readonly test: Expression;
      readonly yes: Expression;
      readonly no: Expression | null;
    });

export type BinaryOperator = '+' | '-' | '*' | '/' | '//' | '%' | '**';
export type CompareOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'not in';

export interface Comparison {
  readonly operator: CompareOperator;
  readonly node: Expression;
}

/** An expression knows how deep it is, because a deep one is refused. */
interface Part extends Span {
  readonly depth: number;
}

interface ConstantNode extends Part {
  readonly kind: 'constant';
  readonly value: Value;
}

/** Where the value of a name is kept: a place in the variables of a function, so many functions further out. */
export interface Reference {
  readonly out: number;
  readonly slot: number;
}

export interface NameNode extends Part {
  readonly kind: 'name';
  readonly name: string;
  use: 'load' | 'store' | 'parameter';
  /** Set by `scopes.ts`. */
  reference: Reference;
}

/** `ns.found` as the target of a `set`. */
export interface NamespaceReference extends Part {
  readonly kind: 'namespace-reference';
  readonly name: string;
  readonly attribute: string;
  /** Set by `scopes.ts`. */
  reference: Reference;
}

export interface Arguments {
  readonly positional: readonly Expression[];
  readonly keywords: readonly { readonly key: string; readonly value: Expression }[];
  readonly rest: Expression | null;
  readonly restKeywords: Expression | null;
}

export interface CallNode extends Part {
  readonly kind: 'call';
  readonly node: Expression;
  readonly args: Arguments;
}

export interface FilterNode extends Part {
  readonly kind: 'filter';
  /** Null in a filter block, where the filter gets what the block wrote. */
  readonly node: Expression | null;
  readonly name: string;
  readonly nameSpan: Span;
  readonly args: Arguments;
}

export interface TestNode extends Part {
  readonly kind: 'test';
  readonly node: Expression;
  readonly name: string;
  readonly nameSpan: Span;
  readonly args: Arguments;
}

/** What happens to the variables of a frame when it is entered, in order. */
export type Load =
  | { readonly kind: 'resolve'; readonly slot: number; readonly name: string }
  | { readonly kind: 'alias'; readonly slot: number; readonly from: Reference }
  | { readonly kind: 'missing'; readonly slot: number };

export interface FrameLayout {
  readonly enter: readonly Load[];
  /** What is missing again when the frame is left. */
  readonly leave: readonly number[];
}

/** A function of its own, with its own variables: the template, a macro, the body of a recursive loop. */
export interface FunctionLayout {
  size: number;
}

export interface DataNode extends Span {
  readonly kind: 'data';
  readonly text: string;
}

export interface PrintNode extends Span {
  readonly kind: 'print';
  readonly node: Expression;
}

export interface IfBranch {
  readonly kind: 'if' | 'elif' | 'else';
  /** Of the condition; of the tag, for `else`. */
  readonly span: Span;
  readonly test: Expression | null;
  readonly body: readonly Statement[];
}

export interface IfNode extends Span {
  readonly kind: 'if';
  readonly branches: readonly IfBranch[];
}

export interface ForNode extends Span {
  readonly kind: 'for';
  readonly target: Expression;
  readonly iterable: Expression;
  readonly test: Expression | null;
  readonly isRecursive: boolean;
  readonly body: readonly Statement[];
  readonly otherwise: readonly Statement[] | null;
  /** Set by `scopes.ts`; null where the body does not ask for `loop`. */
  loop: number | null;
  bodyFrame: FrameLayout;
  otherwiseFrame: FrameLayout;
  testFunction: FunctionLayout | null;
  testTarget: Expression | null;
  testFrame: FrameLayout;
  /** Of a recursive loop. */
  ownFunction: FunctionLayout | null;
}

/** What a macro and a call block have in common. */
export interface Signature {
  readonly parameters: readonly NameNode[];
  /** Of the last parameters. */
  readonly defaults: readonly Expression[];
}

export interface MacroBody extends Signature, Span {
  readonly body: readonly Statement[];
  /** Set by `scopes.ts`. */
  ownFunction: FunctionLayout;
  frame: FrameLayout;
  caller: number | null;
  kwargs: number | null;
  varargs: number | null;
}

export interface MacroNode extends MacroBody {
  readonly kind: 'macro';
  readonly target: NameNode;
  isTop: boolean;
}

export interface CallBlockNode extends MacroBody {
  readonly kind: 'call-block';
  readonly call: CallNode;
}

/** `{% generation %}` is a call block for transformers, so its body has variables of its own. */
export interface GenerationNode extends MacroBody {
  readonly kind: 'generation';
}

export interface SetNode extends Span {
  readonly kind: 'set';
  readonly target: Expression;
  readonly value: Expression;
  isTop: boolean;
}

export interface SetBlockNode extends Span {
  readonly kind: 'set-block';
  readonly target: Expression;
  readonly filter: FilterNode | null;
  readonly body: readonly Statement[];
  frame: FrameLayout;
  isTop: boolean;
}

export interface WithNode extends Span {
  readonly kind: 'with';
  readonly targets: readonly Expression[];
  readonly values: readonly Expression[];
  readonly body: readonly Statement[];
  frame: FrameLayout;
}

export interface FilterBlockNode extends Span {
  readonly kind: 'filter-block';
  readonly filter: FilterNode;
  readonly body: readonly Statement[];
  frame: FrameLayout;
}

/** `{% autoescape … %}`. */
export interface ScopeNode extends Span {
  readonly kind: 'scope';
  readonly autoescape: Expression;
  readonly body: readonly Statement[];
  frame: FrameLayout;
}

export interface BlockNode extends Span {
  readonly kind: 'block';
  readonly name: string;
  readonly body: readonly Statement[];
  readonly isScoped: boolean;
  readonly isRequired: boolean;
  /** Of a scoped block: the variables around it. Set by `scopes.ts`. */
  visible: readonly { readonly name: string; readonly reference: Reference }[];
  ownFunction: FunctionLayout;
  frame: FrameLayout;
}

/** `include`, `import`, `from … import` and `extends`: there is nothing to load from. */
export interface LoadTemplateNode extends Span {
  readonly kind: 'load-template';
  readonly tag: 'include' | 'import' | 'from' | 'extends';
  readonly template: Expression;
  /** Names that an import would set. */
  readonly names: readonly NameNode[];
}

/** The parts of an expression, in the order of evaluation. */
export function partsOf(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case 'constant':
    case 'name':
    case 'namespace-reference':
      return [];
    case 'tuple':
    case 'list':
    case 'concat':
      return node.items;
    case 'dict':
      return node.items.flat();
    case 'attribute':
    case 'not':
    case 'negative':
    case 'positive':
      return [node.node];
    case 'item':
      return [node.node, node.index];
    case 'slice':
      return [node.start, node.stop, node.step].filter((part) => part !== null);
    case 'binary':
    case 'and':
    case 'or':
      return [node.left, node.right];
    case 'compare':
      return [node.first, ...node.rest.map((comparison) => comparison.node)];
    case 'conditional':
      return [node.test, node.yes, ...(node.no === null ? [] : [node.no])];
    case 'call':
    case 'filter':
    case 'test': {
      const { positional, keywords, rest, restKeywords } = node.args;
      const parts = [...(node.node === null ? [] : [node.node]), ...positional, ...keywords.map(({ value }) => value)];
      if (rest !== null) parts.push(rest);
      if (restKeywords !== null) parts.push(restKeywords);
      return parts;
    }
  }
}
