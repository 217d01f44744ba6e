import {
  loadTemplateFaults, loadTemplates,
  type JsonValue,
  type PromptFault,
  type Rendering,
  type TemplateConversation,
} from '../core/index.ts';
import type {
  ConversationOutcome,
  RenderedConversation,
  TemplateAnswer,
  TemplateFaultsJob,
  TemplateJob,
} from './protocol.ts';

type Templates = Awaited<ReturnType<typeof loadTemplates>>;

export async function renderTemplate(job: TemplateJob): Promise<TemplateAnswer> {
  const templates = await loadTemplates();
  const { conversationKinds, conversationOf, parseTemplate, prepareContext } = templates;
  const parsing = parseTemplate(job.text);
  const rendered: RenderedConversation[] = [];
  const outcomes: ConversationOutcome[] = [];
  for (const { id, conversation: given } of job.conversations) {
    const kind = conversationKinds.find((one) => one === id);
    const conversation: TemplateConversation | null = given ?? (kind === undefined ? null : conversationOf(kind));
    if (conversation === null) continue;
    const { context, options } = prepareContext(job, conversation);
    const rendering = parsing.ok
      ? templates.render(parsing.template, context, options)
      : { ...nothing, failure: parsing.failure };
    outcomes.push({ id, failure: rendering.failure, length: rendering.prompt.length });
    if (!job.wanted.includes(id)) continue;
    const variables = [...(context.variables as ReadonlyMap<string, never>)];
    const passed = { messages: context.messages as never, tools: (context.tools ?? null) as never };
    rendered.push({
      id,
      conversation: passed,
      variables,
      documents: context.documents ?? null,
      rendering,
      unrun: unrunOf(templates, parsing.ok ? parsing.template : null, rendering),
    });
  }
  const { problems } = prepareContext(job, { messages: [], tools: null });
  const inOrder = job.wanted.flatMap((id) => rendered.find((one) => one.id === id) ?? []);
  return { rendered: inOrder, outcomes, problems };
}

const nothing: Rendering = {
  prompt: '',
  pieces: [],
  steps: [],
  stepsAreCut: false,
  failure: null,
  warnings: [],
  generations: [],
};

/** What comes after a failure was never reached: that is no news. */
function unrunOf(
  { unrunParts }: Templates,
  template: Parameters<Templates['unrunParts']>[0] | null,
  rendering: Rendering,
): RenderedConversation['unrun'] {
  return template === null || rendering.failure !== null ? [] : unrunParts(template, rendering);
}

export async function templateFaults(job: TemplateFaultsJob): Promise<readonly PromptFault[]> {
  const [{ findFaults }, { prepareContext }] = await Promise.all([loadTemplateFaults(), loadTemplates()]);
  const { context, options } = prepareContext(job, job.conversation);
  return findFaults(job.text, {
    own: { messages: context.messages, tools: context.tools ?? null },
    variables: context.variables as ReadonlyMap<string, JsonValue>,
    documents: context.documents ?? null,
    ...(options.now === undefined ? {} : { render: { now: options.now } }),
  });
}
