/** What an embed tells the page around it, whenever its height changes. `height` is in CSS pixels. */
interface HeightMessage {
  readonly type: 'callscope:height';
  readonly height: number;
}

/** Tells the page around the frame how tall `element` is. It holds no secret, so whoever frames the page may hear it. */
export function tellHeight(element: HTMLElement): (() => void) | undefined {
  if (window.parent === window) return undefined;
  let told = 0;
  const observer = new ResizeObserver(() => {
    const height = Math.ceil(element.getBoundingClientRect().height);
    // A host that follows every message changes our size once more: saying the same again would never end.
    if (height === told) return;
    told = height;
    const message: HeightMessage = { type: 'callscope:height', height };
    window.parent.postMessage(message, '*');
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
  };
}
