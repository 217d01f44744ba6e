import { expect, it } from 'vitest';
import { isPersons } from '../../../src/core/recognise/quoted/report-words.ts';

it.each([
  'I get this, and my agent does nothing: Any idea?',
  'My model prints the tool call as text instead of calling it:',
  '**Describe the bug**\nTool calls are not parsed.\n\n**Output**',
  'When I ask for the weather, Ollama answers with this and no tool is executed.',
  'Why is this not recognized as a tool call?',
  'Here is the raw response of the model: The client shows it as plain text.',
  'Same problem here with 0.12.3:',
  'It works with GPT-4o but with Mistral I only get',
  'Hello, I deployed Qwen2.5-72B with vllm 0.6.3 and tool_calls is always an empty list. The content looks like this:',
  'With qwen2.5-coder:7b Cline just prints this and then waits for me.',
  'LM Studio log says "Failed to parse tool call" for this. Anyone seen that?',
  'Bug: `finish_reason` is "stop" although the model emitted this.',
  'Model: GLM-4.5-Air Q4_K_M\nServer: llama.cpp b6123 --jinja\n\nReply:',
  'Expected: the tool is called.\nActual:',
  '使用vllm部署Qwen3，但是返回的内容里还是原始文本：请问这是什么原因？',
  'Ich bekomme von meinem Modell nur das hier zurück. Was mache ich falsch?',
  'streamed text, zero tool_calls in the deltas:',
  'hi, my chatbot answers with this instead of weather data',
  'I keep seeing this and then the chat just ends: Is that a fault of mine?',
  'It ends here. Model fault or parser fault?',
  'I asked it to read the list and the agent panel shows me this: and there it stops. Should that be hidden',
  'I told it to dim the lamp, this is what came back as text:',
  'The parser returns nothing. I can reproduce this with Qwen3:',
  'The server answers with this, let me know what is wrong:',
  'When I ask, no tool is called by vLLM 0.10.2. I want to use Qwen3:',
])('a person speaks: %s', (words) => {
  expect(isPersons(words)).toBe(true);
});

it.each([
  "I'll look it up now. Let me call the tool:",
  'I see only one file, so let me read it:',
  'The previous call failed with an error. I will try again with my corrected arguments:',
  "Sorry, I don't have this information, but I can call a tool:",
  'Sure! Here is the tool call:',
  'The tests fail because the import is missing. Reading the file:',
  'The agent crashed since the model was not found. Listing the models:',
  'I apologize for the confusion. Here is the correct function call:',
  'Here is an example of a tool call in this format: Replace the values as needed.',
  'The Ollama server is not reachable, so checking its port:',
  'I noticed the response was empty. I used the wrong city name. Correct call:',
  'I see the problem: the server returns 404. Next, the routes:',
  'I asked for the list and the panel of the oven shows nothing:',
  'The output shows a bug in the server, version 1.2.3. I use the search tool:',
  'I found the parser and its tests. The problem is in line 4, so I change it:',
  'I ran the query but it returned no rows. Widening the date range:',
  'If the model calls no tool, `tool_calls` is absent. The response is then text.',
  '你好，我来为您查询天气，请稍等：',
])('a model or a document speaks: %s', (words) => {
  expect(isPersons(words)).toBe(false);
});
