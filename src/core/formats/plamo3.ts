import { namedJson } from './kit/read/named-json.ts';
import { notAsked, eachCall, spacedJson } from './kit/read/write-calls.ts';
import type { ToolFormat } from './format.ts';

function tag(name: string): string {
  return `<|plamo:${name}:plamo|>`;
}

/** Every part between tags of plain text. */
export const plamo3: ToolFormat = {
  id: 'plamo3',
  lineage: 'PFN PLaMo 3',
  models: 'PLaMo 3',
  readers: {},
  proposed: ['vllm'],
  failures: [
    {
      engines: ['vllm'],
      text: 'Returns no call if any tag is wrong.',
    },
  ],
  tier: 'marked',
  notAsked: notAsked.tokens,
  writes: [
    eachCall(
      ({ name, arguments: args }) =>
        `${tag('begin_tool_request')}${tag('begin_tool_name')}${name}${tag('end_tool_name')}${tag('begin_tool_arguments')}${spacedJson(args)}${tag('end_tool_arguments')}${tag('end_tool_request')}`,
      { before: tag('begin_tool_requests'), between: '', after: tag('end_tool_requests') },
    ),
  ],
  example:
    '<|plamo:begin_tool_requests:plamo|><|plamo:begin_tool_request:plamo|><|plamo:begin_tool_name:plamo|>saw_plank<|plamo:end_tool_name:plamo|><|plamo:begin_tool_arguments:plamo|>{"cm": 70}<|plamo:end_tool_arguments:plamo|><|plamo:end_tool_request:plamo|><|plamo:end_tool_requests:plamo|>',
  openers: [{ text: tag('begin_tool_requests') }, { text: tag('begin_tool_request') }],
  read: namedJson({
    callOpen: [tag('begin_tool_request')],
    beforeName: [tag('begin_tool_name')],
    nameEnd: [tag('end_tool_name'), '{'],
    beforeJson: [tag('begin_tool_arguments')],
    afterJson: [tag('end_tool_arguments'), tag('end_tool_request')],
    close: [tag('end_tool_requests')],
  }),
};
