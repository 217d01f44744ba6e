/** Jobs about chat templates: each is a question of the core. */
import type {
  FindingsQuestion,
  LlamacppPromptQuestion,
  PromptEndQuestion,
  TemplateQuestion,
} from '../../core/index.ts';

/** Renders a chat template with one conversation, or with two, and says whether it can with all of them. */
export interface TemplateJob extends TemplateQuestion {
  readonly kind: 'template';
}

/** Looks for what goes wrong between a chat template and messages, and for what it teaches. */
export interface TemplateFindingsJob extends FindingsQuestion {
  readonly kind: 'template-findings';
}

/** Asks what the prompt of a conversation ends inside of. */
export interface PromptEndJob extends PromptEndQuestion {
  readonly kind: 'prompt-end';
}

/** Asks for the prompt that llama.cpp makes with the template of a model. */
export interface LlamacppPromptJob extends LlamacppPromptQuestion {
  readonly kind: 'llamacpp-prompt';
}
