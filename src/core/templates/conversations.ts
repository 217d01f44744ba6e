import { type JsonObject, type JsonValue, valueToText } from '../text/json/index.ts';
import { sampleArguments, type ToolDefinition } from '../tools/index.ts';

/** Four conversations that show what a chat template does with tools, as transformers' `apply_chat_template` gets them. */

/** No tools; tools; a call with its result; two calls with two results. Each ends where the model is to answer. */
export const conversationKinds = ['plain', 'tools', 'call', 'calls'] as const;

export type ConversationKind = (typeof conversationKinds)[number];

export interface Conversation {
  readonly kind: ConversationKind;
  readonly messages: JsonObject[];
  /** `{"type": "function", "function": {…}}` each; null where the conversation has none. */
  readonly tools: JsonObject[] | null;
}

/** The parts of a case that the conversations use. Our own example replaces parts that are absent or blank. */
export interface ConversationMaterial {
  readonly system?: string;
  readonly user?: string;
  readonly tools?: readonly ToolDefinition[];
}

/** How clients differ in what they pass. */
export interface ConversationShape {
  /** Whether arguments are JSON text, as in OpenAI's API. Otherwise they are objects, as transformers expects them. */
  readonly textArguments?: boolean;
  /** What a result says of its call. OpenAI's API has the id only. */
  readonly results?: 'id-and-name' | 'id' | 'name' | 'neither';
  /** The content of a message with calls; OpenAI's API has null. */
  readonly callContent?: '' | null;
  /** Whether there is a system message. */
  readonly system?: boolean;
}

const ownSystem = 'You keep the timetable of a ferry port.';
const ownUser = 'When does the next ferry leave for Ystad?';

const ownTools: readonly ToolDefinition[] = [
  {
    name: 'find_ferry',
    description: 'Finds the next ferry to a port.',
    schema: {
      type: 'object',
      properties: {
        port: { type: 'string', description: 'Name of the port' },
        cars: { type: 'integer', description: 'How many cars' },
      },
      required: ['port'],
    },
  },
  {
    name: 'book_berth',
    description: 'Books a berth on a ferry.',
    schema: {
      type: 'object',
      properties: {
        ferry: { type: 'string', description: 'Name of the ferry' },
        nights: { type: 'number', description: 'How many nights' },
      },
      required: ['ferry'],
    },
  },
];

/** Ids of nine letters and digits: Mistral's templates refuse others. */
const callIds = ['call00001', 'call00002'] as const;
const resultTexts = ['The first result: 08:40.', 'The second result: 11:15.'] as const;

/** One of the four, from what the case has. */
export function conversationOf(
  kind: ConversationKind,
  material: ConversationMaterial = {},
  shape: ConversationShape = {},
): Conversation {
  const { system = '', user = '', tools = [] } = material;
  const declared = tools.length === 0 ? ownTools : tools;
  const opening: JsonObject[] = [
    ...(shape.system === false ? [] : [{ role: 'system', content: system.trim() === '' ? ownSystem : system }]),
    { role: 'user', content: user.trim() === '' ? ownUser : user },
  ];
  if (kind === 'plain') return { kind, messages: opening, tools: null };
  const count = kind === 'tools' ? 0 : kind === 'call' ? 1 : 2;
  const messages = count === 0 ? opening : [...opening, ...turnOf(declared, count, shape)];
  return { kind, messages, tools: declared.map(templateTool) };
}

/** A tool as templates get it. */
function templateTool({ name, description, schema }: ToolDefinition): JsonObject {
  const about: JsonObject = description === undefined ? {} : { description };
  return { type: 'function', function: { name, ...about, parameters: schema ?? { type: 'object', properties: {} } } };
}

/** A message with calls, and a result for each. If there is one tool, both calls use it. */
function turnOf(
  tools: readonly ToolDefinition[],
  count: number,
  { textArguments = false, results = 'id-and-name', callContent = '' }: ConversationShape,
): JsonObject[] {
  const called = callIds.slice(0, count).map((id, index) => {
    const tool = tools[index] ?? tools[0] ?? { name: 'find_ferry' };
    return { id, tool, result: resultTexts[index] ?? '' };
  });
  const calls = called.map(({ id, tool }): JsonObject => {
    const values = sampleArguments(tool);
    const args: JsonValue = textArguments ? valueToText(values) : values;
    return { id, type: 'function', function: { name: tool.name, arguments: args } };
  });
  const answers = called.map(({ id, tool: { name }, result }): JsonObject => {
    const byId: JsonObject = results === 'id-and-name' || results === 'id' ? { tool_call_id: id } : {};
    const byName: JsonObject = results === 'id-and-name' || results === 'name' ? { name } : {};
    return { role: 'tool', ...byId, ...byName, content: result };
  });
  return [{ role: 'assistant', content: callContent, tool_calls: calls }, ...answers];
}
