import { head, quotedText, wanted, type Recipe, type RecipeInput } from './recipe.ts';

/** The body of a program that prints what the original returns. `TEXT`, `TOOLS` and `TOOL_CALLS` are declared before it. */
interface Program {
  /** What must be there, as a comment without its sign. */
  readonly needs: string;
  readonly imports: string;
  readonly run: string;
}

const modelImports = `import { generateText, jsonSchema, tool, wrapLanguageModel } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';`;

/** A model that answers with the case, and the tools of the request. Source: packages/ai/src/generate-text of vercel/ai. */
const generate = (content: string, model: string): string => `const mock = new MockLanguageModelV3({
  doGenerate: async () => ({
    content: ${content},
    finishReason: { unified: 'stop', raw: undefined },
    usage: {
      inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: 1, text: 1, reasoning: undefined },
    },
    warnings: [],
  }),
});
const tools = Object.fromEntries(
  TOOLS.map(({ name, description, parameters }) => [
    name,
    tool({ description, inputSchema: jsonSchema(parameters ?? { type: 'object' }) }),
  ]),
);
const result = await generateText({ model: ${model}, prompt: 'Hello', tools });
console.log(result.text);
console.log(result.toolCalls.map(({ toolName, input }) => [toolName, input]));`;

/** Source: src/preconfigured-middleware.ts of minpeter/ai-sdk-tool-call-middleware. */
export const aiSdkRecipe = recipeOf(({ flag }) => ({
  needs: 'Needs the packages `ai` and `@ai-sdk-tool/parser`. No model is asked.',
  imports: `import { ${flag} } from '@ai-sdk-tool/parser';\n${modelImports}`,
  run: generate(`[{ type: 'text', text: TEXT }]`, `wrapLanguageModel({ model: mock, middleware: ${flag} })`),
}));

export const aiRecipe = recipeOf(() => ({
  needs: 'Needs the package `ai`. No model is asked. A schema of zod is written by hand in place of `jsonSchema`.',
  imports: modelImports.replace(', wrapLanguageModel', ''),
  run: generate(
    `TOOL_CALLS.map((call) => ({
      type: 'tool-call',
      toolCallId: call.id,
      toolName: call.function.name,
      input: call.function.arguments,
    }))`,
    'mock',
  ),
}));

/** `chat.completions.parse` refuses tools that are not strict before it asks anybody. Source: src/lib/parser.ts of openai/openai-node. */
export const openaiRecipe = recipeOf(({ flag }) => ({
  needs: `Needs the package \`openai\`. No model is asked.${flag === 'zodFunction' ? ' A tool made with `zodFunction` is written by hand.' : ''}`,
  imports: `import { parseChatCompletion } from 'openai/lib/parser';`,
  run: `const message = { role: 'assistant', content: TEXT, tool_calls: TOOL_CALLS };
const answer = { id: 'x', object: 'chat.completion', choices: [{ index: 0, finish_reason: 'tool_calls', message }] };
const tools = TOOLS.map((tool) => ({ type: 'function', function: { ...tool${flag === '' ? '' : ', strict: true'} } }));
const completion = parseChatCompletion(answer, { model: 'x', messages: [], tools });
console.log(
  completion.choices[0].message.tool_calls?.map((call) =>
    call.type === 'custom'
      ? [call.custom?.name, call.custom?.input]
      : [call.function.name, call.function.parsed_arguments ?? call.function.arguments],
  ),
);`,
}));

/** Sources: src/output_parsers and src/messages of @langchain/core. By what a runtime's users write to get it. */
const langchain: Readonly<Record<string, Pick<Program, 'imports' | 'run'>>> = {
  AIMessage: {
    imports: `import { AIMessage } from '@langchain/core/messages';`,
    run: `const message = new AIMessage({ content: TEXT, additional_kwargs: { tool_calls: TOOL_CALLS } });
console.log(message.tool_calls, message.invalid_tool_calls);`,
  },
  AIMessageChunk: {
    imports: `import { AIMessageChunk } from '@langchain/core/messages';`,
    run: `const tool_call_chunks = TOOL_CALLS.map((call, index) => ({
  type: 'tool_call_chunk',
  index,
  id: call.id,
  name: call.function.name,
  args: call.function.arguments,
}));
const message = new AIMessageChunk({ content: TEXT, tool_call_chunks });
console.log(message.tool_calls, message.invalid_tool_calls);`,
  },
  parseToolCall: parseToolCall(false),
  'parseToolCall, partial': parseToolCall(true),
  JsonOutputToolsParser: {
    imports: `import { AIMessage } from '@langchain/core/messages';
import { JsonOutputToolsParser } from '@langchain/core/output_parsers/openai_tools';`,
    run: `const message = new AIMessage({ content: TEXT, additional_kwargs: { tool_calls: TOOL_CALLS } });
message.tool_calls = undefined;
console.log(await new JsonOutputToolsParser().parseResult([{ text: TEXT, message }]));`,
  },
  JsonOutputParser: jsonOutputParser(`parse(TEXT)`),
  'JsonOutputParser, partial': jsonOutputParser(`parsePartialResult([{ text: TEXT }])`),
};

function parseToolCall(isPartial: boolean): Pick<Program, 'imports' | 'run'> {
  return {
    imports: `import { parseToolCall } from '@langchain/core/output_parsers/openai_tools';`,
    run: `console.log(TOOL_CALLS.map((call) => parseToolCall(call, { returnId: true, partial: ${String(isPartial)} })));`,
  };
}

function jsonOutputParser(call: string): Pick<Program, 'imports' | 'run'> {
  return {
    imports: `import { JsonOutputParser } from '@langchain/core/output_parsers';`,
    run: `console.log(await new JsonOutputParser().${call});`,
  };
}

export const langchainRecipe = recipeOf(({ flag }) => {
  const program = Object.entries(langchain).find(([name]) => name === flag)?.[1];
  return program === undefined
    ? null
    : { needs: 'Needs the package `@langchain/core`. No model is asked.', ...program };
});

/** The package does not export the function. Source: src/support.ts of mlc-ai/web-llm. */
export const webllmRecipe = recipeOf(() => ({
  needs: 'Save it as src/callscope.ts in a checkout of mlc-ai/web-llm, next to what it imports. No model is asked.',
  imports: `import { getToolCallFromOutputMessage } from './support';`,
  run: `console.log(getToolCallFromOutputMessage(TEXT, false).map((call) => [call.function.name, call.function.arguments]));`,
}));

function recipeOf(programOf: (runtime: RecipeInput['runtime']) => Program | null): Recipe {
  return {
    language: 'ts',
    write(input) {
      const program = programOf(input.runtime);
      if (program === null) return null;
      const { needs, imports, run } = program;
      const parts = [
        ['TEXT', quotedText(input.text)],
        ['TOOLS', `JSON.parse(${quotedText(input.tools === '' ? '[]' : input.tools)})`],
        ['TOOL_CALLS', `JSON.parse(${quotedText(input.native)}) ?? []`],
      ];
      const used = parts.filter(([name]) => new RegExp(`\\b${name ?? ''}\\b`).test(run));
      const constants = used.map(([name, value]) => `const ${name ?? ''} = ${value ?? ''};`).join('\n');
      return `${head(input, needs, `Expected: ${wanted(input)}`)}\n${imports}\n\n${constants}\n\n${run}\n`;
    },
  };
}
