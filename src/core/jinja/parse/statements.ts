import type { Span } from '../../text/document/index.ts';
import { ExpressionParser } from './parser.ts';
import { tokenize, type Token } from './lexer.ts';
import type {
  Expression,
  FilterNode,
  ForNode,
  FrameLayout,
  IfBranch,
  LoadTemplateNode,
  MacroBody,
  NameNode,
  Signature,
  Statement,
} from './syntax.ts';

/** How deep tags may be inside of one another: Python refuses code that is indented deeper. */
const DEEPEST = 95;

const emptyFrame: FrameLayout = { enter: [], leave: [] };
const ownScope = { ownFunction: { size: 0 }, frame: emptyFrame, caller: null, kwargs: null, varargs: null } as const;

/** The statements of a template, before `scopes.ts` gives its names their places. @throws SyntaxFault */
export function readStatements(source: string): Statement[] {
  return new StatementParser(source).template();
}

class StatementParser {
  readonly #reader: ExpressionParser;
  /** The tags that are open, and what each looks for. */
  readonly #open: { readonly tag: string; ends: readonly string[] }[] = [];

  constructor(source: string) {
    this.#reader = new ExpressionParser(tokenize(source));
  }

  template(): Statement[] {
    return this.#body([]);
  }

  /** Statements up to a tag of `ends`, which is the current token then; up to the end where there are none. */
  #body(ends: readonly string[]): Statement[] {
    const reader = this.#reader;
    const out: Statement[] = [];
    for (;;) {
      const token = reader.next();
      if (token.kind === 'eof') {
        if (ends.length > 0) this.#failAtEnd(null, token);
        return out;
      }
      if (token.kind === 'data') {
        out.push({ kind: 'data', text: token.text, from: token.from, to: token.to });
      } else if (token.kind === 'variable_begin') {
        const node = reader.tuple();
        const { to } = reader.expect('variable_end');
        out.push({ kind: 'print', node, from: token.from, to });
      } else {
        if (reader.current.kind === 'name' && ends.includes(reader.current.text)) return out;
        out.push(...this.#statement(token.from));
        reader.expect('block_end');
      }
    }
  }

  /** The body of a tag whose head ends here, and the word that ended it. */
  #inside(ends: readonly string[]): Statement[] {
    this.#reader.skipOperator(':');
    this.#reader.expect('block_end');
    const open = this.#open.at(-1);
    if (open !== undefined) open.ends = ends;
    return this.#body(ends);
  }

  /** The body of a tag with one end, whose name is read too. */
  #enclosed(end: string): Statement[] {
    const body = this.#inside([end]);
    this.#reader.next();
    return body;
  }

  #statement(from: number): Statement[] {
    const reader = this.#reader;
    const token = reader.current;
    if (token.kind !== 'name') reader.fail('tag name expected', token);
    if (this.#open.length >= DEEPEST) reader.fail('too many levels of indentation', token, 'IndentationError');
    this.#open.push({ tag: token.text, ends: [] });
    const statements = this.#tag(from, token);
    this.#open.pop();
    return statements;
  }

  #tag(from: number, token: Token): Statement[] {
    const reader = this.#reader;
    const tag = token.text;
    const span = (): Span => ({ from, to: reader.before });
    reader.next();
    switch (tag) {
      case 'if':
        return [{ kind: 'if', branches: this.#branches(), ...span() }];
      case 'for':
        return [this.#for(from)];
      case 'set':
        return [this.#set(from)];
      case 'print': {
        const prints: Statement[] = [];
        while (reader.current.kind !== 'block_end') {
          if (prints.length > 0) reader.expect('operator', ',');
          prints.push({ kind: 'print', node: reader.expression(), ...span() });
        }
        return prints;
      }
      case 'macro': {
        const target = reader.nameTarget('store');
        const signature = this.#signature();
        const head = this.#head(from);
        return [{ kind: 'macro', target, isTop: false, ...this.#macroBody(signature, 'endmacro'), ...head() }];
      }
      case 'call': {
        const signature = reader.isOperator('(') ? this.#signature() : { parameters: [], defaults: [] };
        const call = reader.expression();
        if (call.kind !== 'call') return reader.fail('expected call', token);
        const head = this.#head(from);
        return [{ kind: 'call-block', call, ...this.#macroBody(signature, 'endcall'), ...head() }];
      }
      case 'generation': {
        const head = this.#head(from);
        return [
          { kind: 'generation', ...this.#macroBody({ parameters: [], defaults: [] }, 'endgeneration'), ...head() },
        ];
      }
      case 'filter': {
        let filter: FilterNode = reader.filter(null);
        if (reader.isOperator('|')) filter = reader.filters(filter) as FilterNode;
        const head = this.#head(from);
        return [{ kind: 'filter-block', filter, body: this.#enclosed('endfilter'), frame: emptyFrame, ...head() }];
      }
      case 'with':
        return [this.#with(from)];
      case 'autoescape': {
        const autoescape = reader.expression();
        const head = this.#head(from);
        return [{ kind: 'scope', autoescape, body: this.#enclosed('endautoescape'), frame: emptyFrame, ...head() }];
      }
      case 'block':
        return [this.#block(from)];
      case 'include':
      case 'import':
      case 'from':
      case 'extends':
        return [this.#loadTemplate(tag, from)];
      case 'break':
      case 'continue':
        return [{ kind: tag, ...span() }];
      default:
        this.#open.pop();
        return this.#failAtEnd(tag, token);
    }
  }

  /** The span of the tag that a statement begins with, known once its head is read. */
  #head(from: number): () => Span {
    const { to } = this.#reader.current;
    return () => ({ from, to });
  }

  #branches(): IfBranch[] {
    const reader = this.#reader;
    const branches: IfBranch[] = [];
    let kind: 'if' | 'elif' = 'if';
    for (;;) {
      const test = reader.tuple({ withConditional: false });
      branches.push({
        kind,
        span: { from: test.from, to: test.to },
        test,
        body: this.#inside(['elif', 'else', 'endif']),
      });
      const word = reader.next();
      if (word.text === 'endif') return branches;
      if (word.text === 'else') {
        branches.push({
          kind: 'else',
          span: { from: word.from, to: word.to },
          test: null,
          body: this.#enclosed('endif'),
        });
        return branches;
      }
      kind = 'elif';
    }
  }

  #for(from: number): ForNode {
    const reader = this.#reader;
    const target = this.#target({ endWord: 'in' });
    reader.expect('name', 'in');
    const iterable = reader.tuple({ withConditional: false, endWord: 'recursive' });
    const test = reader.skipWord('if') ? reader.expression() : null;
    const isRecursive = reader.skipWord('recursive');
    const head = this.#head(from);
    const body = this.#inside(['endfor', 'else']);
    const otherwise = reader.next().text === 'endfor' ? null : this.#enclosed('endfor');
    return {
      kind: 'for',
      target,
      iterable,
      test,
      isRecursive,
      body,
      otherwise,
      loop: null,
      bodyFrame: emptyFrame,
      otherwiseFrame: emptyFrame,
      testFunction: null,
      testTarget: test === null ? null : copyOf(target),
      testFrame: emptyFrame,
      ownFunction: null,
      ...head(),
    };
  }

  #set(from: number): Statement {
    const reader = this.#reader;
    const target = this.#target({ withNamespace: true });
    if (reader.skipOperator('=')) {
      const value = reader.tuple();
      return { kind: 'set', target, value, isTop: false, from, to: reader.current.to };
    }
    let filter: FilterNode | null = null;
    while (reader.skipOperator('|')) filter = reader.filter(filter);
    const head = this.#head(from);
    return {
      kind: 'set-block',
      target,
      filter,
      body: this.#enclosed('endset'),
      frame: emptyFrame,
      isTop: false,
      ...head(),
    };
  }

  /** What is assigned to: names, tuples of names, and attributes of namespaces in a `set`. */
  #target({ withNamespace = false, endWord = '' }): Expression {
    const reader = this.#reader;
    const target = reader.tuple({ isSimplified: true, withNamespace, endWord });
    this.#store(target);
    return target;
  }

  #store(node: Expression): void {
    if (node.kind === 'name') node.use = 'store';
    else if (node.kind === 'tuple') for (const item of node.items) this.#store(item);
    else if (node.kind !== 'namespace-reference') {
      const kind = node.kind === 'constant' ? 'const' : node.kind;
      this.#reader.fail(`can't assign to '${kind}'`, node);
    }
  }

  #signature(): Signature {
    const reader = this.#reader;
    const parameters: NameNode[] = [];
    const defaults: Expression[] = [];
    reader.expect('operator', '(');
    while (!reader.isOperator(')')) {
      if (parameters.length > 0) reader.expect('operator', ',');
      const parameter = reader.nameTarget('parameter');
      if (parameters.some(({ name }) => name === parameter.name))
        reader.fail(`duplicate argument '${parameter.name}' in function definition`, parameter, 'SyntaxError');
      if (reader.skipOperator('=')) defaults.push(reader.expression());
      else if (defaults.length > 0) reader.fail('non-default argument follows default argument', parameter);
      parameters.push(parameter);
    }
    reader.expect('operator', ')');
    return { parameters, defaults };
  }

  #macroBody(signature: Signature, end: string): Omit<MacroBody, keyof Span> {
    return { ...signature, body: this.#enclosed(end), ...ownScope, ownFunction: { size: 0 } };
  }

  #with(from: number): Statement {
    const reader = this.#reader;
    const targets: Expression[] = [];
    const values: Expression[] = [];
    while (reader.current.kind !== 'block_end') {
      if (targets.length > 0) reader.expect('operator', ',');
      const target = this.#target({});
      this.#parameters(target);
      targets.push(target);
      reader.expect('operator', '=');
      values.push(reader.expression());
    }
    const head = this.#head(from);
    return { kind: 'with', targets, values, body: this.#enclosed('endwith'), frame: emptyFrame, ...head() };
  }

  #parameters(node: Expression): void {
    if (node.kind === 'name') node.use = 'parameter';
    else if (node.kind === 'tuple') for (const item of node.items) this.#parameters(item);
  }

  #block(from: number): Statement {
    const reader = this.#reader;
    const name = reader.expect('name').text;
    const isScoped = reader.skipWord('scoped');
    const isRequired = reader.skipWord('required');
    if (reader.isOperator('-'))
      reader.fail(
        'Block names in Jinja have to be valid Python identifiers and may not contain hyphens, use an underscore instead.',
        reader.current,
      );
    const head = this.#head(from);
    const body = this.#enclosed('endblock');
    const isBlank = body.every((one) => one.kind === 'data' && one.text.trim() === '');
    if (isRequired && !isBlank) reader.fail('Required blocks can only contain comments or whitespace', reader.current);
    reader.skipWord(name);
    return {
      kind: 'block',
      name,
      body,
      isScoped,
      isRequired,
      visible: [],
      ownFunction: { size: 0 },
      frame: emptyFrame,
      ...head(),
    };
  }

  #loadTemplate(tag: LoadTemplateNode['tag'], from: number): Statement {
    const reader = this.#reader;
    const template = reader.expression();
    const names: NameNode[] = [];
    const context = (): boolean => {
      const isContext = (reader.isWord('with') || reader.isWord('without')) && reader.isWord('context', reader.look());
      if (isContext) {
        reader.next();
        reader.next();
      }
      return isContext;
    };
    if (tag === 'include' && reader.isWord('ignore') && reader.isWord('missing', reader.look())) {
      reader.next();
      reader.next();
    }
    if (tag === 'import') {
      reader.expect('name', 'as');
      names.push(reader.nameTarget('store'));
    }
    if (tag === 'from') {
      reader.expect('name', 'import');
      do {
        if (context()) break;
        const name = reader.nameTarget('store');
        if (name.name.startsWith('_'))
          reader.fail('names starting with an underline can not be imported', name, 'TemplateAssertionError');
        names.push(reader.skipWord('as') ? reader.nameTarget('store') : name);
      } while (!context() && reader.skipOperator(','));
    } else if (tag !== 'extends') context();
    return { kind: 'load-template', tag, template, names, from, to: reader.current.to };
  }

  /** A tag that nobody knows, or the end of the template in the middle of one. */
  #failAtEnd(tag: string | null, at: Token): never {
    const ends = this.#open.at(-1)?.ends ?? [];
    const looking = ends.map((end) => `'${end}'`).join(' or ');
    let message = tag === null ? 'Unexpected end of template.' : `Encountered unknown tag '${tag}'.`;
    if (looking !== '') {
      const isNested = tag !== null && this.#open.some((open) => open.ends.includes(tag));
      message += isNested
        ? ` You probably made a nesting mistake. Jinja is expecting this tag, but currently looking for ${looking}.`
        : ` Jinja was looking for the following tags: ${looking}.`;
    }
    const innermost = this.#open.at(-1)?.tag;
    if (innermost !== undefined) message += ` The innermost block that needs to be closed is '${innermost}'.`;
    return this.#reader.fail(message, at);
  }
}

/** A second target for the condition of a loop, which has variables of its own. */
function copyOf(target: Expression): Expression {
  return target.kind === 'tuple' ? { ...target, items: target.items.map(copyOf) } : { ...target };
}
