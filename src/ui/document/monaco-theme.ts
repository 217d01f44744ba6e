import type { editor } from 'monaco-editor';

/** Whether the page is dark now: what the user chose in it, else what their system says. */
export function isDark(): boolean {
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

/** Monaco's own light or dark theme with the colours that the style sheet gives the editor in this element. */
export function themeOf(element: HTMLElement): editor.IStandaloneThemeData {
  const colourOf = colourReader(element);
  const dark = isDark();
  const text = colourOf('--editor-text') ?? (dark ? '#e4e7ee' : '#1c1f26');
  const background = colourOf('--editor-background') ?? (dark ? '#15171c' : '#ffffff');
  const chosen: Record<string, string | null> = {
    'editor.background': background,
    'editor.foreground': text,
    'editorCursor.foreground': text,
    'editorGutter.background': background,
    'editor.placeholder.foreground': colourOf('--editor-muted') ?? (dark ? '#9aa3b2' : '#5b6270'),
    'editor.selectionBackground': colourOf('--editor-selection'),
    'editorError.foreground': colourOf('--problem-error-line'),
    'editorWarning.foreground': colourOf('--problem-warning-line'),
    'editorInfo.foreground': colourOf('--problem-info-line'),
    focusBorder: colourOf('--focus'),
  };
  const colors: Record<string, string> = {};
  for (const [id, colour] of Object.entries(chosen)) {
    if (colour !== null) colors[id] = colour;
  }
  return { base: dark ? 'vs-dark' : 'vs', inherit: true, rules: [], colors };
}

/** Reads a custom property as #rrggbbaa, the only notation Monaco takes, however its colour is written; null when it is not set. */
function colourReader(element: HTMLElement): (property: string) => string | null {
  const style = getComputedStyle(element);
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  return (property) => {
    if (context === null || style.getPropertyValue(property) === '') return null;
    const probe = document.createElement('span');
    probe.style.color = `var(${property})`;
    element.append(probe);
    const resolved = getComputedStyle(probe).color;
    probe.remove();
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = resolved;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
    return `#${[red, green, blue, alpha].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  };
}
