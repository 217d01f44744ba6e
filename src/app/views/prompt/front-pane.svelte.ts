/** What of what is sent is shown. */
export type PromptPane = 'augmented' | 'request' | 'template';

/** The columns of the view Prompt. */
export type PromptColumn = 'write' | 'sent' | 'lab';

/**
 * Which pane was chosen while the case has no template; with one, the case says it. Which column, where there is room for one.
 * And whether the prompt has begun with the format of the reply.
 */
export class FrontPane {
  pane: PromptPane | null = $state(null);
  column: PromptColumn | null = $state(null);
  /** The opening whose prompt has begun; null for none. */
  begun: number | null = $state(null);
}
