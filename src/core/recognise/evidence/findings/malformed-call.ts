import { slice } from '../../index.ts';
import type { Answer } from '../paste/answer.ts';
import { pythonForCall } from '../said/fixes.ts';
import type { Reason } from './reason.ts';

/** What Gemini quotes of a call that it could not read; `default_api` is its own name for the tools of a request. */
const QUOTED =
  /\bMalformed function call:[^]{0,600}?(?:\bprint\(\s{0,8}(?:default_api\.)?|\bdefault_api\.)(?<name>(?!default_api\b)[\w-]{1,80})\(/;

/**
 * Why Gemini could not read a call, by what it quotes of it in `finishMessage`; null for others.
 * Sources: openclaw#138373, python-genai#430; trpc-agent-go#1427 for what helps
 */
export function malformedCall({ value }: Pick<Answer, 'value'>): Pick<Reason, 'says' | 'fix'> | null {
  const name = value === null ? undefined : QUOTED.exec(slice(value))?.groups?.['name'];
  return name === undefined ? null : pythonForCall(name);
}
