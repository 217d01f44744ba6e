/** The panes of the view Prompt. */
export type PromptPane = 'augmented' | 'template';

/** Which is in front while the case has no template; with one, the case says it. */
export class FrontPane {
  pane: PromptPane = $state('augmented');
}
