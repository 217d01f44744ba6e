/** Whether the keyboard has ⌘ for Ctrl. */
export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
