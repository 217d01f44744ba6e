type Listener = (near: boolean, height: number) => void;

/**
 * Tells elements of one scrolling list whether they are near its visible part, and how tall they were when that
 * changed: what is far need not be drawn.
 */
export class Nearness {
  readonly #scroller: string;
  readonly #listeners = new Map<Element, Listener>();
  #observer: IntersectionObserver | null = null;

  /** `scroller` selects the list among the ancestors of what is watched. */
  constructor(scroller: string) {
    this.#scroller = scroller;
  }

  watch(element: Element, listener: Listener): () => void {
    this.#observer ??= new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting, boundingClientRect } of entries) {
          this.#listeners.get(target)?.(isIntersecting, boundingClientRect.height);
        }
      },
      { root: element.closest(this.#scroller), rootMargin: '600px 0px' },
    );
    const observer = this.#observer;
    this.#listeners.set(element, listener);
    observer.observe(element);
    return () => {
      this.#listeners.delete(element);
      observer.unobserve(element);
      if (this.#listeners.size === 0) {
        observer.disconnect();
        this.#observer = null;
      }
    };
  }
}
