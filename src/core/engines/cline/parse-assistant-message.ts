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

const tags: ToolTags = {
  tools: toolNames,
  parameters: parameterNames,
  withContent: ['write_to_file', 'new_rule'],
  takesContentAt: 'tool-end',
  value: (_name, text) => text.trim(),
};

/** Where a reply is cut into tools and text. */
export interface ClineReading extends Reading {
  readonly reply: TaggedReply;
  readonly order: string;
}

/** The XML reader of Cline's last releases that have one: one tag for each tool, exactly as it is written in the prompt. */
export const parseAssistantMessageV2 = textAgentRuntime<ClineReading>({
  name: 'parseAssistantMessageV2',
  slug: 'xml',
  project: 'cline',
  flag: 'XML tools',
  label: 'Cline, XML tools',
  source: { version: '3.89.2', file: 'src/core/assistant-message/parse-assistant-message.ts' },
  formats: ['tag-per-tool'],
  ownTools: definitionsOf(tags),
  telling: {
    remedy: 'Cline runs only its own tools. The model has to call any other tool through `use_mcp_tool`.',
    // src/core/task/ToolExecutor.ts, src/core/prompts/responses.ts
    runsFirst: 'Cline runs only the first call of a message, unless parallel tool calling is on.',
  },
  reads: 'One tag for each of its own tools, also in prose; a tool that is cut off runs.',
  words: {
    'finds-call': {
      question: 'Does the text contain the exact opening tag of a tool that Cline knows?',
      yes: 'All up to its closing tag belongs to the tool, and the rest is text.',
      no: 'All of it is text, and Cline tells the model that it used no tool.',
    },
    'runs-cut-off': 'The reply ends inside of this tool: Cline takes it for complete and runs it with what is there',
  },
  parse: (text, _tools, steps) => readCline(text, steps),
});

/** @internal The golden data ask it. */
export function readCline(text: string, steps: Recorder<string>): ClineReading {
  const reply = readToolTags(text, tags);
  const said: Span[] = [];
  let order = '';
  for (const [index, part] of reply.texts.entries()) {
    const trimmed = part === null ? null : trimmedPart(text, part);
    if (trimmed !== null && trimmed.from < trimmed.to) {
      said.push(trimmed);
      order += 't';
    }
    if (index < reply.tools.length) order += 'c';
  }
  for (const tool of reply.tools) if (tool.isPartial) steps.quirk('runs-cut-off', tool.span);
  const content = said.map(({ from, to }) => text.slice(from, to)).join('');
  return { calls: reply.tools.map(callOfTool), content: said, text: content === '' ? null : content, reply, order };
}
