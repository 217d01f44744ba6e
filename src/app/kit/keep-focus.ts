// What has the focus is seen: where there is little room, the page scrolls as one.
import './one-column.css';

/** Where the focus was: the elements around it, innermost first, and which of their children led to it. */
interface Place {
  readonly element: Element;
  readonly around: readonly { readonly parent: Element; readonly index: number }[];
}

const stops =
  'button:enabled, a[href], input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"], [role="textbox"]';

/**
 * Keeps the focus on the page: where the control that has it goes or is disabled, what took its place gets it, else what
 * is next to it, else what is around it. What the page hides until an answer has its place gets it back when it is seen again.
 * Whoever clicks beside all controls has given it up. Returns what ends it.
 */
export function keepFocus(): () => void {
  /** In the page, and in the dialog over it. */
  let inPage: Place | null = null;
  let inDialog: Place | null = null;
  /** What had it, and is hidden for a while. */
  let hidden: Element | null = null;

  const onfocusin = ({ target }: Pick<FocusEvent, 'target'>): void => {
    if (!(target instanceof Element) || target === document.body) return;
    hidden = null;
    if (target.closest('dialog') === null) [inPage, inDialog] = [placeOf(target), null];
    else inDialog = placeOf(target);
  };

  const check = (): void => {
    const { activeElement } = document;
    if (activeElement !== document.body && activeElement?.matches(':disabled') !== true) return;
    const last = inDialog ?? inPage;
    if (last === null) return;
    if (isHiddenForNow(last.element)) hidden = last.element;
    else if (hidden === last.element && isSeen(hidden)) focus(hidden);
    else if (isStop(last.element)) [inPage, inDialog] = [null, null];
    else if (inDialog === null || !focusNear(inDialog)) {
      // What opened a dialog that went with its choice is mostly still there.
      if (inPage === null) document.querySelector('main')?.focus();
      else if (!(isStop(inPage.element) && focus(inPage.element))) focusNear(inPage);
    }
  };

  const onfocusout = ({ target, relatedTarget }: FocusEvent): void => {
    if (relatedTarget !== null) return;
    // It may be seen again before it is looked at.
    if (target instanceof Element && isHiddenForNow(target)) hidden = target;
    // What goes is still there while it says so.
    setTimeout(check);
  };

  // It was there before this was.
  onfocusin({ target: document.activeElement });
  const observer = new MutationObserver(check);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled', 'class'] });
  document.addEventListener('focusin', onfocusin);
  document.addEventListener('focusout', onfocusout);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', onfocusin);
    document.removeEventListener('focusout', onfocusout);
  };
}

/** What is around a dialog is not near to what is in it. */
function placeOf(element: Element): Place {
  const around = [];
  for (let at = element, parent = at.parentElement; parent !== null; at = parent, parent = at.parentElement) {
    if (at.tagName === 'DIALOG') break;
    around.push({ parent, index: Array.prototype.indexOf.call(parent.children, at) });
  }
  return { element, around };
}

/**
 * Focuses what is nearest to a place in what is left around it; false where nothing is. A notice is not what took the place:
 * Enter would take back what was just done.
 */
function focusNear({ element, around }: Place): boolean {
  for (const { parent, index } of around) {
    if (!parent.isConnected || parent === document.body) continue;
    const children = [...parent.children];
    const nearest = [...children.slice(index), ...children.slice(0, index).toReversed()];
    for (const child of nearest) {
      const within = [child, ...child.querySelectorAll(stops)];
      const isNear = (one: Element): boolean => one !== element && isStop(one) && one.closest('.toasts') === null;
      if (within.some((one) => isNear(one) && focus(one))) return true;
      // A view that is fetched has no controls yet.
      const view = child.querySelector('main');
      if (view !== null && focus(view)) return true;
    }
    if (parent.hasAttribute('tabindex') && focus(parent)) return true;
  }
  return false;
}

function isStop(element: Element): boolean {
  return element.isConnected && element.matches(stops) && isSeen(element);
}

/** Whether the page hides it until an answer has its place. */
function isHiddenForNow(element: Element): boolean {
  return element.isConnected && element.closest('.waiting') !== null && !isSeen(element);
}

function isSeen(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}

function focus(element: Element): boolean {
  if (element instanceof HTMLElement) element.focus();
  return document.activeElement === element;
}
