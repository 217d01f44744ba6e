import { at } from '../../index.ts';
import type { RequestFacts } from '../paste/request-facts.ts';
import type { Scene } from '../paste/scene.ts';
import { ownFixes } from '../said/fixes.ts';
import type { Judgement } from './judge.ts';
import type { Reason } from './reason.ts';

/** Routes that take a finished prompt. Sources: koboldcpp#1448, llama.cpp tools/server/README.md, ollama docs/api.md */
const ROUTE = /(?<!chat)\/(completions?|api\/v1\/generate|api\/generate)(?![\w/])/;
const CHAT = /chat\/completions|\/api\/chat\b|\/v1\/(?:messages|responses)\b/;

const OF_PROMPT = 'servers take no tools and look for no calls.';
/** Source: SillyTavern-Docs For_Contributors/Function-Calling.md: its function calling is one of chat completion sources */
const OF_TAVERN =
  'Set the API of SillyTavern to Chat Completion, with the address of this server as a custom source (`/v1`). Its function calling works only there.';

/** Whether an answer came of a prompt and of no messages, by what it says of itself or by the request. */
export function ofPromptAnswer({ frame, request }: Scene, answer: string, { did, reasons }: Judgement): Reason | null {
  const isWhole = reasons[0]?.cause !== 'damaged' && reasons[0]?.cause !== 'in-reasoning';
  if (did === 'calls' || !isWhole) return null;
  const isText = /\bobject["']?\s{0,4}[:=]\s{0,4}["']text_completion["']/.test(answer);
  if (isText) return reason('The answer is one of `/v1/completions`', frame.text);
  return did === 'text' ? ofPromptSent({ frame, request }) : null;
}

/** A request that sends a prompt and no messages, to a route that takes no tools. Null for others. */
export function ofPromptSent({ frame, request }: Pick<Scene, 'frame' | 'request'>): Reason | null {
  const { text } = frame;
  if (request === null || !sendsPrompt(request) || CHAT.test(text)) return null;
  const [, route] = ROUTE.exec(text) ?? [];
  return route === undefined ? null : reason(`The request sends a finished prompt to \`/${route}\``, text);
}

function sendsPrompt({ body, isDeclared }: RequestFacts): boolean {
  return !isDeclared && at(body, 'prompt') !== null && at(body, 'messages') === null;
}

function reason(what: string, text: string): Reason {
  const says = `${what}, where ${OF_PROMPT}`;
  return { cause: 'no-tools', says, headline: says, fix: /\bSillyTavern\b/.test(text) ? OF_TAVERN : ownFixes.toChat };
}
