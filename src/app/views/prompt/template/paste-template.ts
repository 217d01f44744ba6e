import type { Page } from '../../../page/page.svelte.ts';

/** What a chat template has, or the JSON that holds one: only then the code that knows is fetched. */
const SIGNS = /\{%|"chat_template"/;

/** Gives a text that was pasted to the prompt where it is a chat template, and else to `asReply`. */
export function takePasted(page: Page, text: string, asReply: () => void): void {
  if (SIGNS.test(text)) void takeTemplate(page, text, asReply);
  else asReply();
}

/** Where the code does not arrive, the text is read as a reply. */
async function takeTemplate(page: Page, text: string, asReply: () => void): Promise<void> {
  const code = await import('./open-template.svelte.ts').catch(() => null);
  const isTaken = (await code?.openPastedTemplate(page, text, asReply, new Date()).catch(() => false)) ?? false;
  if (!isTaken) asReply();
}
