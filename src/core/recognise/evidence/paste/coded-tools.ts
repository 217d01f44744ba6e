/** How code declares a tool under a name, in the languages of those who ask: the first group is the name. */
const DECLARED: readonly RegExp[] = [
  // Spring AI and LangChain4j: a method, whose annotation may give another name.
  /@Tool\b(?:\((?![^\n]{0,400}\bname\s?=)(?:[^()"]|"[^"\n]{0,400}"){0,80}\))?\s+(?:(?:public|static|fun)\s+){0,3}(?:[\w<>,[\]?.]{1,60}\s+)?(\w{2,64})\(/g,
  /@Tool\((?:[^()"]|"[^"\n]{0,400}"){0,40}\bname\s?=\s?"([\w.-]{2,64})"/g,
  // Spring AI: a bean that is a function, and where the client names it.
  /@Bean\(\s?(?:(?:name|value)\s?=\s?)?"([\w.-]{2,64})"\s?\)(?=[^]{0,200}?\b(?:Bi)?(?:Function|Supplier|Consumer)<)/g,
  /@Bean\b(?!\()(?:\s+@\w{2,40}(?:\("[^"\n]{0,400}"\))?){0,3}\s+(?:public\s+)?(?:Bi)?(?:Function|Supplier|Consumer)<[^()\n]{1,120}>\s+(\w{2,64})\(/g,
  /\.(?:toolNames|functions?|withFunctions?|defaultFunctions|defaultToolNames)\(\s?"([\w.-]{2,64})"/g,
  /\bFunctionToolCallback\s?\.builder\(\s{0,20}"([\w.-]{2,64})"/g,
  // Semantic Kernel and Microsoft.Extensions.AI.
  /\[KernelFunction\("([\w.-]{2,64})"\)\]/g,
  /\bAIFunctionFactory\.Create\([^()\n]{1,120},\s?(?:name:\s?)?"([\w.-]{2,64})"/g,
  // Python: a decorator of LangChain, OpenAI's agents, Pydantic AI, smolagents, MCP.
  /@(?:\w{1,40}\.){0,2}(?:tool|tool_plain|function_tool|beta_tool|ai_function)\b(?:\([^()\n]{0,200}\))?\s{0,8}\n\s{0,12}(?:async )?def (\w{2,64})\(/g,
  // The AI SDK, and helpers that are named so: `bookCourt: tool({`.
  /["']?\b([\w-]{2,64})["']?\s?:\s?(?:tool|dynamicTool|createTool)\(\{/g,
];

/** The names that code in a paste gives to its tools. */
export function codedTools(text: string): readonly string[] {
  return [...new Set(DECLARED.flatMap((one) => [...text.matchAll(one)].map(([, name = '']) => name)))];
}
