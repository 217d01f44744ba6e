import { utf8Length } from '../../text/document/index.ts';
import { array, asBreakpoint, asTool, object, scalar, string, verbatim, type Json, type TextPiece } from './json.ts';
import { spokenMessages, textOf, type Breakpoint, type RequestInput, type RequestTool } from './request.ts';
import { systemBlocks } from './system-blocks.ts';

/** The most `cache_control` marks in one request. */
export const MOST_BREAKPOINTS = 4;

/**
 * The body of Anthropic's Messages endpoint. Source: https://docs.anthropic.com/en/api/messages
 *
 * With `caching` the system prompt is a block per section, and marks say up to where the server may keep the request. It
 * reads tools, then system, then messages, so the last tool carries a mark and then the system blocks. When there are more
 * blocks than marks, the last blocks keep theirs: a later mark covers what an earlier one does. ChatCLI 1.188 places them
 * like this (llm/claudeai/tool_use.go, cache_planner.go); its blocks are the messages and parts that it keeps apart.
 * The user's message has none, because it is new each time.
 */
export function anthropicRequest(input: RequestInput): { readonly json: Json; readonly breakpoints: Breakpoint[] } {
  const { model, system, tools, sampling, stream, caching } = input;
  const breakpoints: Breakpoint[] = [];
  let prefixBytes = 0;
  /** Writes the next value with a mark: the server may keep the request up to here. */
  const next = (write: (mark: Json | null) => Json, marked: Pick<Breakpoint, 'on' | 'block'> | null): Json => {
    const json = write(marked === null ? null : ephemeral(breakpoints.length));
    prefixBytes += utf8Length(json.text);
    if (marked !== null) breakpoints.push({ ...marked, prefixBytes });
    return json;
  };

  const declared = tools.map((tool, toolIndex) => {
    const isMarked = caching && toolIndex === tools.length - 1;
    const json = next((mark) => toolJson(tool, mark), isMarked ? { on: 'tools', block: 0 } : null);
    return asTool(json, toolIndex);
  });
  const blocks = caching ? systemBlocks(system) : [];
  const firstMarked = blocks.length - (MOST_BREAKPOINTS - breakpoints.length);
  const written = blocks.map((pieces, block) =>
    next((mark) => blockJson(pieces, mark), block >= firstMarked ? { on: 'system', block } : null),
  );

  const json = object([
    ['model', scalar(model)],
    ['max_tokens', scalar(sampling.maxTokens)],
    ['temperature', scalar(sampling.temperature)],
    ['system', textOf(system).trim() === '' ? null : caching ? array(written) : string(system)],
    ['tools', tools.length > 0 ? array(declared) : null],
    ['messages', array(spokenMessages(input))],
    ['stream', scalar(stream)],
  ]);
  return { json, breakpoints };
}

/** Kept for five minutes after its last use. */
function ephemeral(index: number): Json {
  return object([['type', asBreakpoint(scalar('ephemeral'), index)]]);
}

function blockJson(pieces: readonly TextPiece[], mark: Json | null): Json {
  return object([
    ['type', scalar('text')],
    ['text', string(pieces)],
    ['cache_control', mark],
  ]);
}

/** `input_schema` is required here, so a tool without one takes any object. */
function toolJson({ name, description, schemaText }: RequestTool, mark: Json | null): Json {
  return object([
    ['name', scalar(name)],
    ['description', description === null ? null : scalar(description)],
    ['input_schema', verbatim(schemaText ?? '{"type":"object"}')],
    ['cache_control', mark],
  ]);
}
