/** A call that a case expects. `argumentsText` is JSON. */
export interface WrittenCall {
  readonly name: string;
  readonly argumentsText: string;
}

/** What a tool answered. */
export interface WrittenOutcome {
  readonly kind: 'ok' | 'error' | 'halt';
  readonly code: string;
  readonly content: string;
}

/** A case as data have it: what is different from an empty page. The page checks that it can open one. */
export interface WrittenCase {
  /** The reply. */
  readonly text?: string;
  /** JSON text of native `tool_calls`. */
  readonly native?: string;
  /** Id of the runtime. */
  readonly profile?: string;
  /** The flag of the reasoning parser that the server runs first. */
  readonly reasoningParser?: string;
  readonly nativeToolCalls?: 'true' | 'false' | 'absent';
  readonly selfContained?: boolean;
  /** JSON text of tool definitions. */
  readonly tools?: string;
  readonly system?: string;
  readonly view?: 'reply' | 'stream' | 'loop' | 'compare';
  /** The chunks in which the reply came. */
  readonly recording?: { readonly lengths: readonly number[]; readonly gaps: readonly number[] };
  /** The other side of a comparison. */
  readonly compare?: {
    readonly text: string | null;
    readonly profile: string;
    readonly nativeToolCalls: 'true' | 'false' | 'absent';
    readonly selfContained: boolean;
  };
  /** What the user asked, and what came back for the calls of the reply. */
  readonly loop?: {
    readonly asked: string;
    readonly results: readonly (WrittenOutcome & { readonly call: number; readonly name: string })[];
    readonly strays: readonly never[];
    readonly earlier: readonly never[];
    readonly later: readonly never[];
  };
}
