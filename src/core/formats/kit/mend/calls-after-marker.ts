import type { Block } from '../read/block.ts';
import { argumentsOf, bareExpression, incompleteName, makeCall, withKeywords } from './python-item.ts';
import { codeAt, isNameCode, oneOf, skipSpace, type Resumable } from '../read/resumable.ts';

const OPEN_BRACKET = 0x5b;
const OPEN_PARENTHESIS = 0x28;
const LONGEST_NAME = 200;

/** How the format writes what the model wrote as Python. */
interface AfterMarker {
  /** The markup between the name and the arguments. */
  readonly args: string;
  /** The markers that may close the block. */
  readonly close: readonly string[];
}

/**
 * Reads Python calls after a marker of another syntax: one call, several calls, or a list.
 *
 *     [TOOL_CALLS]ring_bell(times=2), ring_bell(times=3)
 *                 ^ block.at
 */
export function* callsAfterMarker(block: Block, { args, close }: AfterMarker): Resumable<number> {
  const { source, tools, rec } = block;
  let at = yield* skipSpace(source, block.at);
  let to = block.at;
  for (;;) {
    if ((yield* codeAt(source, at)) !== OPEN_BRACKET && !(yield* isCallHead(block, at))) break;
    const read = yield* bareExpression(block, at);
    const { calls } = read;
    if (calls === null) {
      const begun = read.isCut ? incompleteName(block, at) : null;
      if (begun !== null && (block.startsLine || tools.has(begun.name))) {
        block.cut(begun, block.from);
        return block.end(source.length);
      }
      break;
    }
    const undeclared = block.startsLine ? undefined : calls.find(({ name }) => !tools.hasInCode(name));
    if (undeclared !== undefined) break;
    for (const written of calls) {
      const call = withKeywords(written, tools);
      const span = { from: call.nameSpan.to, to: call.span.to };
      rec.repair('wrong-marker', span, `${args}${argumentsOf(call, tools.parameters(call.name)) ?? '{}'}`);
      makeCall(block, call);
    }
    to = read.to;
    at = yield* pastSeparator(block, to);
  }
  if (block.calls === 0 && !block.isMalformed) return block.refuse('not-a-call-expression', block.at);
  const end = yield* skipSpace(source, to);
  const closer = yield* oneOf(source, end, close);
  return block.end(closer === null ? to : block.closer(closer, end));
}

function* pastSeparator({ source }: Block, from: number): Resumable<number> {
  const at = yield* skipSpace(source, from);
  const sign = yield* oneOf(source, at, [',', ';']);
  return sign === null ? at : yield* skipSpace(source, at + 1);
}

/** Whether a name and a parenthesis follow. */
function* isCallHead({ source }: Block, from: number): Resumable<boolean> {
  for (let at = from; at - from <= LONGEST_NAME; at += 1) {
    const code = yield* codeAt(source, at);
    if (!isNameCode(code)) return code === OPEN_PARENTHESIS && at > from;
  }
  return false;
}
