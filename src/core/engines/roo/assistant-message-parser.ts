import { type Span, trimmedPart } from '../../text/document/index.ts';
import type { Recorder } from '../../trace/index.ts';
import {
  callOfTool,
  definitionsOf,
  type Reading,
  readToolTags,
  type TaggedReply,
  textAgentRuntime,
  type ToolTags,
} from '../kit/index.ts';
import { parameterNames, toolNames } from './tool-names.ts';

const KIB = 1024;

const tags: ToolTags = {
  tools: toolNames,
  parameters: parameterNames,
  withContent: ['write_to_file'],
  takesContentAt: 'stray-closer',
  // What has come of a value is kept as it is written until its closing tag is there.
  value: (name, text, isCutOff) => (isCutOff ? text || null : closedValue(name, text)),
  longestValue: 100 * KIB,
};

/** A file keeps its white space but for one line break at each end. */
function closedValue(name: string, text: string): string {
  return name === 'content' ? text.replace(/^\n/, '').replace(/\n$/, '') : text.trim();
}

/** A longer reply is refused. */
const LONGEST_REPLY = KIB * KIB;

export interface RooReading extends Reading {
  readonly reply: TaggedReply;
  readonly order: string;
}

/** The streaming parser of Roo Code. Every block that is open when the stream ends counts as complete. */
export const assistantMessageParser = textAgentRuntime<RooReading>({
  name: 'AssistantMessageParser',
  slug: 'xml',
  project: 'roo',
  flag: 'XML tools',
  label: 'Roo Code, XML tools',
  source: {
    version: 'main of 2026-01-20',
    commit: 'e356d058',
    file: 'src/core/assistant-message/AssistantMessageParser.ts',
  },
  formats: ['tag-per-tool'],
  ownTools: definitionsOf(tags),
  telling: {
    remedy: 'Roo Code runs only its own tools. The model has to call any other tool through `use_mcp_tool`.',
    // src/core/assistant-message/presentAssistantMessage.ts
    runsFirst: 'Roo Code runs only the first call of a message.',
  },
  reads: 'One tag for each of its own tools, also in prose; a file that is cut off counts as whole.',
  words: {
    'finds-call': {
      question: 'Does the text contain the exact opening tag of a tool that Roo knows?',
      yes: 'All up to its closing tag belongs to the tool, and the rest is text.',
      no: 'All of it is text.',
    },
    'counts-as-whole': 'The reply ends inside of this tool: Roo marks it as complete, with what is there',
    'raises-Error': 'Roo refuses a reply of more than 1 MiB.',
  },
  parse: (text, _tools, steps) => readRoo(text, steps),
});

/** @internal The golden data ask it. */
export function readRoo(text: string, steps: Recorder<string>): RooReading {
  const reply = text.length > LONGEST_REPLY ? { tools: [], texts: [] } : readToolTags(text, tags);
  if (text.length > LONGEST_REPLY) {
    const message = 'Assistant message exceeds maximum allowed size';
    return { calls: [], content: [], text: null, reply, order: '', raises: { raises: 'Error', message, at: 0 } };
  }
  const said: Span[] = [];
  let order = '';
  for (const [index, part] of reply.texts.entries()) {
    const isBeforeTool = index < reply.tools.length;
    // The `<` of a tool opens a text block before anybody knows that it is a tool: an empty one stays.
    if (isBeforeTool || (part !== null && part.from < part.to)) order += 't';
    if (isBeforeTool) order += 'c';
    const trimmed = part === null ? null : trimmedPart(text, part);
    if (trimmed !== null && trimmed.from < trimmed.to) said.push(trimmed);
  }
  for (const tool of reply.tools) if (tool.isPartial) steps.quirk('counts-as-whole', tool.span);
  const content = said.map(({ from, to }) => text.slice(from, to)).join('');
  return { calls: reply.tools.map(callOfTool), content: said, text: content === '' ? null : content, reply, order };
}
