import type { editor } from 'monaco-editor';
import { jinjaTokens } from './jinja-language.ts';

/** Whether the page is dark now: what the user chose in it, else what their system says. */
function isDark(): boolean {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'dark' || chosen === 'light') return chosen === 'dark';
  return matchMedia('(prefers-color-scheme: dark)').matches;
}

/** Calls back after the page has turned dark or light. Returns how to stop that. */
export function onThemeChange(changed: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', changed);
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => {
    system.removeEventListener('change', changed);
    observer.disconnect();
  };
}

/**
 * Monaco pairs brackets without a look at strings, and paints one without a partner red: of a reply that would say what no
 * server says. Its setting for that belongs to all texts at once, and each new editor sets it back.
 */
const brackets = [...[1, 2, 3, 4, 5, 6].map((depth) => `foreground${String(depth)}`), 'unexpectedBracket.foreground'];

/** Monaco's own light or dark theme with the colours that the style sheet gives the editor in this element. */
export function themeOf(element: HTMLElement): editor.IStandaloneThemeData {
  const { color, backgroundColor } = getComputedStyle(element);
  const text = hexOf(color);
  const background = hexOf(backgroundColor);
  return {
    base: isDark() ? 'vs-dark' : 'vs',
    inherit: true,
    rules: jinjaTokens.map((token) => {
      // Six digits without a sign.
      const foreground = hexOf(styleOf(element, `editor-jinja-${token}`).color).slice(1, 7);
      return { token: `${token}.jinja`, foreground, ...(token === 'tag' ? { fontStyle: 'bold' } : {}) };
    }),
    colors: {
      'editor.foreground': text,
      ...Object.fromEntries(brackets.map((name) => [`editorBracketHighlight.${name}`, text])),
      'editorCursor.foreground': text,
      'editor.background': background,
      'editorGutter.background': background,
      'editor.placeholder.foreground': hexOf(styleOf(element, 'editor-muted').color),
      'editorError.foreground': hexOf(styleOf(element, 'editor-mark-error').textDecorationColor),
      'editorWarning.foreground': hexOf(styleOf(element, 'editor-mark-warning').textDecorationColor),
      'editorInfo.foreground': hexOf(styleOf(element, 'editor-mark-info').textDecorationColor),
    },
  };
}

/** What the style sheet makes of a class in this place. */
function styleOf(parent: HTMLElement, className: string): { color: string; textDecorationColor: string } {
  const probe = document.createElement('span');
  probe.className = className;
  parent.append(probe);
  const { color, textDecorationColor } = getComputedStyle(probe);
  probe.remove();
  return { color, textDecorationColor };
}

/** A colour in the only notation that Monaco takes, #rrggbbaa, in whatever notation it was written: by painting it. */
function hexOf(colour: string): string {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (context === null) return '#808080';
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const parts = [...context.getImageData(0, 0, 1, 1).data];
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
