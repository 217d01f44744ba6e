/** Copies a text. False where the browser does not let the page: without permission, or in no secure context. */
export async function toClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
