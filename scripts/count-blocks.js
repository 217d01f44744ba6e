import { Visitor } from 'vite';

/** @typedef {import('vite').ESTree.Node} Node */
/** @typedef {import('vite').ESTree.Program} Program */

const COUNT = 'blocksRun++';

/**
 * Lets each block of our code add to `globalThis.blocksRun` whenever it runs: the bodies of functions and loops, and
 * whatever a condition decides. tests/linear/work.ts reads it.
 *
 * @returns {import('vite').Plugin}
 */
export function countBlocks() {
  return {
    name: 'callscope:count-blocks',
    // After TypeScript has become JavaScript.
    enforce: 'post',
    transform: {
      filter: { id: /\/src\/.*\.ts$/ },
      handler(code) {
        return { code: `globalThis.blocksRun ??= 0; ${counting(code, this.parse(code))}`, map: null };
      },
    },
  };
}

/**
 * @param {string} code
 * @param {Program} program what `code` says
 */
function counting(code, program) {
  // What is inserted where. An outer node is visited before an inner one: it opens first and closes last.
  /** @type {Map<number, string>} */
  const opened = new Map();
  /** @type {Map<number, string>} */
  const closed = new Map();
  /** @type {(at: number, text: string) => void} */
  const open = (at, text) => void opened.set(at, (opened.get(at) ?? '') + text);
  /** @type {(node: Node, before: string, after: string) => void} */
  const wrap = ({ start, end }, before, after) => {
    open(start, before);
    closed.set(end, after + (closed.get(end) ?? ''));
  };
  /** @param {Node | null} node A block counts on its own. */
  const statement = (node) => {
    if (node !== null && node.type !== 'BlockStatement') wrap(node, `{${COUNT};`, '}');
  };
  /** @param {Node} node */
  const expression = (node) => {
    if (node.type !== 'BlockStatement') wrap(node, `(${COUNT},`, ')');
  };
  /** @param {{ body: Node }} node */
  const loop = ({ body }) => {
    statement(body);
  };
  new Visitor({
    BlockStatement: ({ start }) => {
      open(start + 1, `${COUNT};`);
    },
    ArrowFunctionExpression: ({ body }) => {
      expression(body);
    },
    ForStatement: loop,
    ForInStatement: loop,
    ForOfStatement: loop,
    WhileStatement: loop,
    DoWhileStatement: loop,
    IfStatement: ({ consequent, alternate }) => {
      statement(consequent);
      statement(alternate);
    },
    SwitchCase: ({ consequent: [first] }) => {
      if (first !== undefined) open(first.start, `${COUNT};`);
    },
    ConditionalExpression: ({ consequent, alternate }) => {
      expression(consequent);
      expression(alternate);
    },
    LogicalExpression: ({ right }) => {
      expression(right);
    },
  }).visit(program);
  const places = [...new Set([...opened.keys(), ...closed.keys()])].sort((one, other) => one - other);
  return [0, ...places]
    .map((at, index) => (closed.get(at) ?? '') + (opened.get(at) ?? '') + code.slice(at, places[index]))
    .join('');
}
