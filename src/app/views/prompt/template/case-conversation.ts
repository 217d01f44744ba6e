import {
  type AgentSystem,
  type JsonObject,
  JsonText,
  type LoopTurn,
  parsedJson,
  placeTools,
  readTools,
  type TemplateConversation,
  type ToolDefinition,
  type WireMessage,
  wireText,
  writeTools,
} from '../../../../core/index.ts';

/** What a case holds of a conversation. */
export interface CaseConversation {
  readonly system: string;
  readonly asked: string;
  /** All turns, the one on the page last. */
  readonly turns: readonly LoopTurn[];
  /** What the client got as text of each turn; null where that is unknown. */
  readonly contents: readonly (string | null)[];
  /** Tool definitions as JSON text as typed. */
  readonly tools: string;
  readonly preamble: string | null;
  readonly compact: boolean;
}

/**
 * The conversation of a case as a template gets it from a server: arguments are objects, results have the ids and names of
 * their calls.
 */
export function plainConversation(held: CaseConversation, tools: readonly ToolDefinition[]): TemplateConversation {
  const { turns, contents } = held;
  return {
    ...writtenMessages([
      ...openingOf(held.system, held.asked),
      ...turns.flatMap((turn, index) => turnOf(turn, contents[index])),
    ]),
    ...writtenTools(held.tools, tools),
  };
}

/** The tools in the form of transformers. The numbers of a schema are as typed only in the text. */
function writtenTools(
  text: string,
  tools: readonly ToolDefinition[],
): Pick<TemplateConversation, 'tools' | 'writtenTools'> {
  if (tools.length === 0) return { tools: null };
  const typed = readTools(text).tools;
  const values = JSON.parse(writeTools(tools, 'openai')) as { readonly function: JsonObject }[];
  const written = wireText(
    values.map((value, index) => {
      const { definition, schemaNode, form } = typed[index] ?? {};
      const isTyped = JSON.stringify(definition) === JSON.stringify(tools[index]);
      // A bare schema is the tool itself, with its name.
      if (!isTyped || !schemaNode || form === 'json-schema') return value;
      const parameters = new JsonText(text.slice(schemaNode.from, schemaNode.to));
      return { ...value, function: { ...value.function, parameters } };
    }),
  );
  return { tools: JSON.parse(written) as JsonObject[], writtenTools: written };
}

/** The same as an agent system sends it that writes the tools into the system prompt: no tools, and its own messages. */
export function augmentedConversation(held: CaseConversation, system: AgentSystem): TemplateConversation {
  const { compact, preamble, tools, turns } = held;
  const placement = system.placements[compact ? system.placements.length - 1 : 0] ?? system.placements[0];
  const placed = placeTools(placement?.id ?? 'none', held.system, tools, preamble);
  const text = placed.system.map((piece) => piece.text).join('');
  const family = system.families.find(({ isText, shapes }) => isText && shapes.includes('openai'));
  return {
    ...writtenMessages([...openingOf(text, held.asked), ...turns.flatMap((turn) => family?.turn(turn) ?? [])]),
    tools: null,
  };
}

/** The first messages; a blank system prompt makes none. */
function openingOf(system: string, asked: string): WireMessage[] {
  return [...(system.trim() === '' ? [] : [{ role: 'system', content: system }]), { role: 'user', content: asked }];
}

function turnOf({ text, calls, outcomes, strays }: LoopTurn, content: string | null | undefined): WireMessage[] {
  const called = calls.map(({ id, name, argumentsText }): WireMessage => {
    return { id, type: 'function', function: { name, arguments: argumentsOf(argumentsText) } };
  });
  const said: WireMessage =
    called.length === 0
      ? { role: 'assistant', content: content ?? text }
      : { role: 'assistant', content: content ?? '', tool_calls: called };
  const results = calls.map(({ id, name }, index): WireMessage => {
    return { role: 'tool', tool_call_id: id, name, content: outcomes[index]?.content ?? '' };
  });
  return [
    said,
    ...results,
    ...strays.map(({ id, content: result }) => ({ role: 'tool', tool_call_id: id, content: result })),
  ];
}

/** Arguments that are no JSON stay text, as a server passes them on. */
function argumentsOf(text: string): JsonText | string {
  return parsedJson(text) === undefined ? text : new JsonText(text);
}

/** Numbers are as the model wrote them only in the text. */
function writtenMessages(messages: readonly WireMessage[]): Pick<TemplateConversation, 'messages' | 'written'> {
  const written = wireText(messages);
  return { messages: JSON.parse(written) as JsonObject[], written };
}
