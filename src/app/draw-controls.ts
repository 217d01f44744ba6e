import { drawnControls } from '../core/index.ts';

/** Editors draw these controls themselves, at places that must stay; fields hold what was typed. */
const EXACT = '.text-editor, textarea, script, style';
/** Attributes that are shown or read out. */
const SHOWN = ['aria-label', 'title'];

/**
 * Draws the controls of direction as codes, wherever a text of a model, a schema or a file is shown: what is shown comes from too
 * many places to ask each of them for it, and a new one would forget it. Texts are changed before they are painted. Returns what
 * ends it.
 */
export function drawControls(root: Element): () => void {
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes, attributeName } of records) {
      if (type === 'childList') for (const node of addedNodes) drawIn(node);
      else if (type === 'characterData') drawIn(target);
      else if (attributeName !== null) drawAttribute(target as Element, attributeName);
    }
  });
  observer.observe(root, { subtree: true, childList: true, characterData: true, attributeFilter: SHOWN });
  drawIn(root);
  return () => {
    observer.disconnect();
  };
}

function drawIn(node: Node): void {
  if (node instanceof Text) {
    drawText(node);
    return;
  }
  if (!(node instanceof Element)) return;
  for (const name of SHOWN) {
    if (node.hasAttribute(name)) drawAttribute(node, name);
    for (const element of node.querySelectorAll(`[${name}]`)) drawAttribute(element, name);
  }
  const whole = node.textContent;
  if (drawnControls(whole) === whole) return;
  const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) drawText(text as Text);
}

function drawText(text: Text): void {
  const drawn = drawnControls(text.data);
  if (drawn !== text.data && text.parentElement?.closest(EXACT) === null) text.data = drawn;
}

function drawAttribute(element: Element, name: string): void {
  const value = element.getAttribute(name) ?? '';
  const drawn = drawnControls(value);
  if (drawn !== value) element.setAttribute(name, drawn);
}
