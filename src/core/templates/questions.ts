/**
 * What the page asks of a chat template, with the policy around it: what a keystroke may cost, what of an endless rendering is
 * shown, what is no news after a failure. Each question fetches the code that it needs.
 */
import { extract } from '../reader/index.ts';
import type { JsonNode, JsonObject, JsonValue } from '../text/json/index.ts';
import type { Span } from '../text/document/index.ts';
import type { Rendering, TemplateFailure, TemplateSpan } from '../jinja/index.ts';
import type { SettingProblem, TemplateConversation, TemplateSettings } from './context.ts';
import type { PromptEnd } from './faults/prompt-end.ts';
import type { PromptFault } from './faults/prompt-fault.ts';
import type { LlamacppModel, LlamacppPrompt } from './llamacpp-prompt.ts';
import { loadTeaches, loadTemplateDialects, loadTemplateFaults, loadTemplates } from './load.ts';
import { mlxReaderOf } from './mlx-reader.ts';
import type { Teaching } from './taught.ts';

type Templates = Awaited<ReturnType<typeof loadTemplates>>;

/** A conversation of a template: one of the case, by what it holds, or one that is the same for all, by its id. */
interface AskedConversation {
  readonly id: string;
  /** Null for one that the core knows. */
  readonly conversation: TemplateConversation | null;
}

/** Renders a chat template with one conversation, or with two, and says whether it can with all of them. */
export interface TemplateQuestion extends TemplateSettings {
  readonly text: string;
  readonly conversations: readonly AskedConversation[];
  /** Ids of those whose prompts are wanted. */
  readonly wanted: readonly string[];
}

/** Looks for what goes wrong between a chat template and messages, and for what it teaches. */
export interface FindingsQuestion extends TemplateSettings {
  readonly text: string;
  /** The reply of the case; '' where there is none. */
  readonly reply: string;
  /** The conversation of the case, before its reply. */
  readonly conversation: TemplateConversation;
  /** The same with the reply and the results of its calls. */
  readonly after: TemplateConversation;
}

/** Asks what the prompt of a conversation ends inside of. */
export interface PromptEndQuestion extends TemplateSettings {
  readonly text: string;
  readonly conversation: TemplateConversation;
}

/** Asks for the prompt that llama.cpp makes with the template of a model. */
export interface LlamacppPromptQuestion {
  readonly model: LlamacppModel;
  readonly system: string;
  readonly user: string;
  /** JSON text of a list in OpenAI's form; '' for none. */
  readonly tools: string;
  /** The local time, as `2026-11-23 09:05`. */
  readonly date: string;
}

/** A prompt, what it was made of, and what of the template it never came to. */
export interface RenderedConversation {
  readonly id: string;
  readonly conversation: TemplateConversation;
  /** What it was given as it is written, by the name of the variable: a JavaScript number is neither `1.0` nor a large int. */
  readonly nodes: readonly (readonly [name: string, node: JsonNode])[];
  /** The variables that the template was given besides. */
  readonly variables: readonly (readonly [name: string, value: JsonValue])[];
  readonly documents: JsonValue;
  readonly rendering: Rendering;
  readonly unrun: readonly Span[];
}

/** What a template makes of each conversation. */
export interface ConversationOutcome {
  readonly id: string;
  readonly failure: TemplateFailure | null;
  /** UTF-16 units of the prompt. */
  readonly length: number;
}

export interface TemplateAnswer {
  /** In the order in which they were wanted. */
  readonly rendered: readonly RenderedConversation[];
  readonly outcomes: readonly ConversationOutcome[];
  readonly problems: readonly SettingProblem[];
}

/** What was found out about a template without asking what it makes of one conversation. */
export interface FoundInTemplate {
  readonly faults: readonly PromptFault[];
  readonly teaching: Teaching;
  /** How the format of the reply differs from the one that is taught; null where it does not. */
  readonly againstReply: string | null;
  /** Engines that render templates without Python, and what each lacks of this one. */
  readonly dialects: readonly TemplateDialect[];
  /** The reader that mlx-lm chooses by this template; null where it has none. */
  readonly mlxReader: string | null;
}

export interface TemplateDialect {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  /** `run`: the engine was run over templates; `documented`: what its sources and reports say. */
  readonly basis: 'run' | 'documented';
  readonly faults: readonly DialectFinding[];
}

export interface DialectFinding {
  readonly text: string;
  readonly remedy: string;
  readonly span: TemplateSpan;
  readonly effect: 'fails' | 'differs';
}

/** Whether the template renders, and what its prompt ends inside of; null where that is nothing. */
export interface AnsweredPromptEnd {
  readonly isRendered: boolean;
  readonly end: PromptEnd | null;
}

/** What a keystroke may cost: 1,000 messages take a tenth of it. */
const allowance = { steps: 2_000_000, characters: 8_000_000 } as const;
/** How much is shown of a rendering that never ended, because it repeats itself. */
const ENDLESS = { characters: 50_000, steps: 5000 } as const;

export async function renderTemplate(asked: TemplateQuestion): Promise<TemplateAnswer> {
  const templates = await loadTemplates();
  const { conversationKinds, conversationOf, parseTemplate, prepareContext } = templates;
  const parsing = parseTemplate(asked.text);
  const rendered: RenderedConversation[] = [];
  const outcomes: ConversationOutcome[] = [];
  /** The failure of a template that used up its allowance. Other conversations are not tried, because each would take as long. */
  let endless: TemplateFailure | null = null;
  const isWanted = (id: string): boolean => asked.wanted.includes(id);
  const wantedFirst = asked.conversations.toSorted(
    (one, other) => Number(isWanted(other.id)) - Number(isWanted(one.id)),
  );
  for (const { id, conversation: given } of wantedFirst) {
    const kind = conversationKinds.find((one) => one === id);
    const conversation: TemplateConversation | null = given ?? (kind === undefined ? null : conversationOf(kind));
    if (conversation === null) continue;
    const { context, options } = prepareContext(asked, conversation);
    const rendering: Rendering =
      parsing.ok && endless === null
        ? templates.render(parsing.template, context, { ...options, allowance })
        : { ...nothing, failure: parsing.ok ? endless : parsing.failure };
    if (rendering.failure?.kind === 'allowance') endless = rendering.failure;
    outcomes.push({ id, failure: rendering.failure, length: rendering.prompt.length });
    if (!isWanted(id)) continue;
    const variables = [...(context.variables as ReadonlyMap<string, never>)];
    const passed = {
      messages: context.messages as never,
      tools: (context.tools ?? null) as never,
    };
    rendered.push({
      id,
      conversation: passed,
      nodes: [...(context.nodes ?? [])],
      variables,
      documents: context.documents ?? null,
      rendering: shortened(rendering),
      unrun: unrunOf(templates, parsing.ok ? parsing.template : null, rendering),
    });
  }
  const { problems } = prepareContext(asked, { messages: [], tools: null });
  const inOrder = asked.wanted.flatMap((id) => rendered.find((one) => one.id === id) ?? []);
  return { rendered: inOrder, outcomes, problems };
}

const nothing: Rendering = {
  prompt: '',
  pieces: [],
  steps: [],
  stepsAreCut: false,
  spent: 0,
  failure: null,
  warnings: [],
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

/** Without the warnings about parts after a failure, which were never reached. */
function unrunOf(
  { unrunParts }: Templates,
  template: Parameters<Templates['unrunParts']>[0] | null,
  rendering: Rendering,
): RenderedConversation['unrun'] {
  return template === null || rendering.failure !== null ? [] : unrunParts(template, rendering);
}

export async function endOfPrompt(asked: PromptEndQuestion): Promise<AnsweredPromptEnd> {
  const [{ promptEnd }, { parseTemplate, prepareContext, render }] = await Promise.all([
    loadTemplateFaults(),
    loadTemplates(),
  ]);
  const parsing = parseTemplate(asked.text);
  if (!parsing.ok) return { isRendered: false, end: null };
  const { context, options } = prepareContext(asked, asked.conversation);
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
}: LlamacppPromptQuestion): Promise<LlamacppPrompt> {
  const { llamacppPrompt, timeOf } = await loadTemplates();
  const listed = tools === '' ? null : (JSON.parse(tools) as JsonObject[]);
  return llamacppPrompt(model, { system, user, tools: listed }, timeOf(date) ?? { year: 2000, month: 1, day: 1 });
}

export async function templateFindings(asked: FindingsQuestion): Promise<FoundInTemplate> {
  const [{ findFaults }, { againstReply, teaches }, { prepareContext }, dialects] = await Promise.all([
    loadTemplateFaults(),
    loadTeaches(),
    loadTemplates(),
    dialectsOf(asked.text),
  ]);
  const { context, options } = prepareContext(asked, asked.conversation);
  const { context: later } = prepareContext(asked, asked.after);
  const given = {
    variables: context.variables as ReadonlyMap<string, JsonValue>,
    documents: context.documents ?? null,
    ...(options.now === undefined ? {} : { render: { now: options.now } }),
  };
  const own = { messages: context.messages, tools: context.tools ?? null };
  const after = { messages: later.messages, tools: later.tools ?? null };
  const teaching = teaches(asked.text, given);
  return {
    faults: findFaults(asked.text, { ...given, own, after }),
    teaching,
    againstReply: againstReply(teaching, formatOf(asked.reply)),
    dialects,
    mlxReader: mlxReaderOf(asked.text),
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
