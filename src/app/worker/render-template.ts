import {
  extract,
  loadTeaches,
  loadTemplateDialects,
  loadTemplateFaults,
  loadTemplates,
  type JsonObject,
  type JsonValue,
  type LlamacppPrompt,
  type Rendering,
  type TemplateConversation,
  type TemplateFailure,
} from '../../core/index.ts';
import type { FoundInTemplate, TemplateDialect } from './found-in-template.ts';
import type {
  ConversationOutcome,
  LlamacppPromptJob,
  PromptEndAnswer,
  PromptEndJob,
  RenderedConversation,
  TemplateAnswer,
  TemplateFindingsJob,
  TemplateJob,
} from './template-jobs.ts';

type Templates = Awaited<ReturnType<typeof loadTemplates>>;

/** What a keystroke may cost: 1,000 messages take a tenth of it. */
const allowance = { steps: 2_000_000, characters: 8_000_000 } as const;
/** So much of a rendering that never ended is shown: it repeats itself. */
const ENDLESS = { characters: 50_000, steps: 5000 } as const;

export async function renderTemplate(job: TemplateJob): Promise<TemplateAnswer> {
  const templates = await loadTemplates();
  const { conversationKinds, conversationOf, parseTemplate, prepareContext } = templates;
  const parsing = parseTemplate(job.text);
  const rendered: RenderedConversation[] = [];
  const outcomes: ConversationOutcome[] = [];
  /** The failure of a template that used up its allowance: it would with each conversation, which takes seconds in all. */
  let endless: TemplateFailure | null = null;
  const isWanted = (id: string): boolean => job.wanted.includes(id);
  const wantedFirst = job.conversations.toSorted((one, other) => Number(isWanted(other.id)) - Number(isWanted(one.id)));
  for (const { id, conversation: given } of wantedFirst) {
    const kind = conversationKinds.find((one) => one === id);
    const conversation: TemplateConversation | null = given ?? (kind === undefined ? null : conversationOf(kind));
    if (conversation === null) continue;
    const { context, options } = prepareContext(job, conversation);
    const rendering: Rendering =
      parsing.ok && endless === null
        ? templates.render(parsing.template, context, { ...options, allowance })
        : { ...nothing, failure: parsing.ok ? endless : parsing.failure };
    if (rendering.failure?.kind === 'allowance') endless = rendering.failure;
    outcomes.push({ id, failure: rendering.failure, length: rendering.prompt.length });
    if (!isWanted(id)) continue;
    const variables = [...(context.variables as ReadonlyMap<string, never>)];
    const passed = { messages: context.messages as never, tools: (context.tools ?? null) as never };
    rendered.push({
      id,
      conversation: passed,
      variables,
      documents: context.documents ?? null,
      rendering: shortened(rendering),
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

/** A rendering without most of what it wrote, where it was stopped because it wrote too much. */
function shortened(rendering: Rendering): Rendering {
  if (rendering.failure?.kind !== 'allowance') return rendering;
  return {
    ...rendering,
    prompt: rendering.prompt.slice(0, ENDLESS.characters),
    pieces: rendering.pieces.filter(({ to, step }) => to <= ENDLESS.characters && step < ENDLESS.steps),
    steps: rendering.steps.slice(0, ENDLESS.steps).map((step) => ({
      ...step,
      range: step.range !== null && step.range.to > ENDLESS.characters ? null : step.range,
    })),
    stepsAreCut: true,
  };
}

/** What comes after a failure was never reached: that is no news. */
function unrunOf(
  { unrunParts }: Templates,
  template: Parameters<Templates['unrunParts']>[0] | null,
  rendering: Rendering,
): RenderedConversation['unrun'] {
  return template === null || rendering.failure !== null ? [] : unrunParts(template, rendering);
}

export async function endOfPrompt(job: PromptEndJob): Promise<PromptEndAnswer> {
  const [{ promptEnd }, { parseTemplate, prepareContext, render }] = await Promise.all([
    loadTemplateFaults(),
    loadTemplates(),
  ]);
  const parsing = parseTemplate(job.text);
  if (!parsing.ok) return { isRendered: false, end: null };
  const { context, options } = prepareContext(job, job.conversation);
  const rendering = render(parsing.template, context, { ...options, allowance });
  return rendering.failure === null
    ? { isRendered: true, end: promptEnd(rendering) }
    : { isRendered: false, end: null };
}

export async function promptOfLlamacpp({
  model,
  system,
  user,
  tools,
  date,
}: LlamacppPromptJob): Promise<LlamacppPrompt> {
  const { llamacppPrompt, timeOf } = await loadTemplates();
  const listed = tools === '' ? null : (JSON.parse(tools) as JsonObject[]);
  return llamacppPrompt(model, { system, user, tools: listed }, timeOf(date) ?? { year: 2000, month: 1, day: 1 });
}

export async function templateFindings(job: TemplateFindingsJob): Promise<FoundInTemplate> {
  const [{ findFaults }, { againstReply, teaches }, { prepareContext }, dialects] = await Promise.all([
    loadTemplateFaults(),
    loadTeaches(),
    loadTemplates(),
    dialectsOf(job.text),
  ]);
  const { context, options } = prepareContext(job, job.conversation);
  const { context: later } = prepareContext(job, job.after);
  const given = {
    variables: context.variables as ReadonlyMap<string, JsonValue>,
    documents: context.documents ?? null,
    ...(options.now === undefined ? {} : { render: { now: options.now } }),
  };
  const own = { messages: context.messages, tools: context.tools ?? null };
  const after = { messages: later.messages, tools: later.tools ?? null };
  const teaching = teaches(job.text, given);
  return {
    faults: findFaults(job.text, { ...given, own, after }),
    teaching,
    againstReply: againstReply(teaching, formatOf(job.reply)),
    dialects,
  };
}

/** The format of the first call in a reply, whatever runtime is chosen. */
function formatOf(reply: string): string | null {
  return extract({ text: reply }, { runtime: 'auto' }).calls[0]?.format ?? null;
}

async function dialectsOf(text: string): Promise<readonly TemplateDialect[]> {
  const [{ dialectFaults, dialects, dialectSentence }, { parseTemplate }] = await Promise.all([
    loadTemplateDialects(),
    loadTemplates(),
  ]);
  const parsing = parseTemplate(text);
  if (!parsing.ok) return [];
  return [...dialects.values()].map((dialect): TemplateDialect => {
    const { id, name, version, basis } = dialect;
    const faults = dialectFaults(parsing.template, dialect).map((fault) => ({
      ...dialectSentence(fault, dialect),
      span: fault.span,
      effect: fault.effect,
    }));
    return { id, name, version, basis, faults };
  });
}
