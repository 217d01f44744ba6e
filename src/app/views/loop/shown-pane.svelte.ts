/** The panes of the loop view. */
export type LoopPane = 'turn' | 'messages' | 'request' | 'providers';

/** Which pane is in front; it stays when the reader leaves the view and comes back. */
export class ShownPane {
  pane: LoopPane = $state('turn');
}
