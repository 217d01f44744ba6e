/** A window for one person beside what a room sees. */
export interface WindowBeside {
  readonly body: HTMLElement;
  close(): void;
}

interface Told {
  readonly title: string;
  /** A key was pressed there. */
  readonly onkey: (press: KeyboardEvent) => void;
  /** The person closed it. */
  readonly onclose: () => void;
}

/** Opens one with the look of this page; null where the browser allows none. An earlier one of that kind is taken again. */
export function openBeside({ title, onkey, onclose }: Told): WindowBeside | null {
  const beside = open('', 'callscope-notes', 'popup,width=560,height=720');
  if (beside === null) return null;
  const { documentElement, head, body } = beside.document;
  const { documentElement: own } = document;
  beside.document.title = title;
  documentElement.lang = own.lang;
  Object.assign(documentElement.dataset, own.dataset);
  head.querySelectorAll('link, style').forEach((one) => {
    one.remove();
  });
  for (const style of document.querySelectorAll('link[rel=stylesheet], style')) {
    const copy = style.cloneNode(true);
    // The window has no address, so one that is not whole leads nowhere.
    if (style instanceof HTMLLinkElement) (copy as HTMLLinkElement).href = style.href;
    head.append(copy);
  }
  body.replaceChildren();
  const leave = new AbortController();
  const { signal } = leave;
  beside.addEventListener('keydown', onkey, { signal });
  beside.addEventListener('pagehide', onclose, { signal });
  // It goes with the page that fills it.
  addEventListener(
    'pagehide',
    () => {
      beside.close();
    },
    { signal },
  );
  return {
    body,
    close: () => {
      leave.abort();
      beside.close();
    },
  };
}

/** Shows an element there and not here. */
export function shownIn({ body }: WindowBeside): (element: HTMLElement) => void {
  return (element) => {
    body.append(element);
  };
}
