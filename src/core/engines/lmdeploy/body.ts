import type { Span } from '../../text/document/index.ts';
import type { ToolDefinition } from '../../tools/index.ts';
import type { Words } from '../../trace/index.ts';
import type { Exception } from '../kit/index.ts';

/** A call as it is read from the text of a block. */
export interface BodyCall {
  readonly name: string;
  readonly argumentsText: string;
  /** Places in the body. */
  readonly nameSpan?: Span;
  readonly argumentsSpan?: Span;
}

/** What a piece of a block sends: a name or a part of the arguments of one of its calls. */
export interface Sent {
  /** Which call of the block; 0 where absent. */
  readonly at?: number;
  readonly name?: string;
  readonly argumentsText?: string;
}

/** A block that is coming in. */
export interface BodyStream {
  /** @param body what came of the block so far, as it is */
  piece(body: string): readonly Sent[] | Exception;
  /** The closer has come. */
  close(body: string): readonly Sent[] | Exception;
}

/** How the text between the opener and the closer is read. */
export interface Body {
  readonly words: Readonly<Record<string, Words>>;
  /** The code of a reason where there are no calls: then the opener and all that follows is content. */
  read(
    body: string,
    tools: readonly ToolDefinition[],
  ): { readonly calls: readonly BodyCall[] } | { readonly why: string } | Exception;
  stream(tools: readonly ToolDefinition[]): BodyStream;
  /** Whether the text is a whole body, so that a call without a closer ends in a stream. */
  isWhole?(body: string): boolean | Exception;
  /** LMDeploy's own check of a body. */
  isSound(body: string): boolean;
}
