/** Something the page has to say beside the answer. `action` is offered as a button. */
export interface Notice {
  /** One notice of a kind at a time: a new one replaces the old. */
  readonly kind:
    | 'link'
    | 'storage'
    | 'worker'
    | 'recognised'
    | 'replaced'
    | 'edit'
    | 'expected'
    | 'validation'
    | 'history'
    | 'version'
    | 'run'
    | 'provider';
  readonly tone: 'info' | 'good' | 'warning' | 'problem';
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** Who shows notices: the session. */
export interface NoticeBoard {
  say(notice: Notice): void;
  dismiss(kind: Notice['kind']): void;
}
