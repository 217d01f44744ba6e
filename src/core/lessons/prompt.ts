import type { LessonCase } from '../../data/lessons/lesson.ts';
import { renderTemplate } from '../templates/questions.ts';
import type { JsonObject } from '../text/json/index.ts';
import { placeText } from '../text/document/index.ts';
import { declaredTools } from '../tools/index.ts';
import { readCase } from './reading.ts';

/** What the chat template of a case makes of its conversation. */
export interface Prompt {
  readonly text: string;
  /** Why the template fails, with the place; '' where it does not. */
  readonly problem: string;
}

/** Renders the conversation of a case up to the next turn of the model: with its reply where results came back for it. */
export async function promptOf(given: LessonCase): Promise<Prompt> {
  const { template, system = '', loop } = given;
  if (template === undefined) return { text: '', problem: 'There is no chat template.' };
  const messages: JsonObject[] = [];
  if (system.trim() !== '') messages.push({ role: 'system', content: system });
  if (loop !== undefined && loop.asked !== '') messages.push({ role: 'user', content: loop.asked });
  if (loop !== undefined && loop.results.length > 0) messages.push(...(await turnOf(given, loop.results)));
  const tools = (declaredTools(given.tools ?? '') ?? []).map(({ name, description = '', schema = {} }): JsonObject => ({
    type: 'function',
    function: { name, description, parameters: schema },
  }));
  const answer = await renderTemplate({
    text: template.text,
    conversations: [{ id: 'own', conversation: { messages, tools: tools.length === 0 ? null : tools } }],
    wanted: ['own'],
    variables: '',
    documents: '',
    tools: true,
    thinking: given.thinking ?? 'absent',
    generation: true,
    textArguments: false,
    date: '',
  });
  const rendering = answer.rendered[0]?.rendering;
  if (rendering === undefined) return { text: '', problem: 'The template could not be rendered.' };
  const { failure, prompt } = rendering;
  if (failure === null) return { text: prompt, problem: '' };
  const place = placeText(template.text, failure.span.from);
  return { text: prompt, problem: `The template fails: ${failure.message} (${place}).` };
}

/** The reply as a message with its calls, and the results in the order in which they came back. */
async function turnOf(
  given: LessonCase,
  results: NonNullable<LessonCase['loop']>['results'],
): Promise<readonly JsonObject[]> {
  const reading = await readCase(given);
  if (typeof reading === 'string') return [];
  const calls = reading.whole.calls.map(({ id, name, arguments: value }): JsonObject => ({
    id,
    type: 'function',
    function: { name, arguments: value },
  }));
  return [
    { role: 'assistant', content: reading.whole.content ?? '', ...(calls.length === 0 ? {} : { tool_calls: calls }) },
    ...results.map(({ call, name, content }): JsonObject => ({
      role: 'tool',
      name,
      content,
      tool_call_id: reading.whole.calls[call]?.id ?? '',
    })),
  ];
}
