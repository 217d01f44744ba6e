/** The panes of the view Prompt. */
export type PromptPane = 'augmented' | 'template';

/** Which was chosen while the case has no template; with one, the case says it. */
export class FrontPane {
  pane: PromptPane | null = $state(null);
}
