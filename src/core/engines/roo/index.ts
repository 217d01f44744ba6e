import type { Runtime } from '../runtime.ts';
import { assistantMessageParser } from './assistant-message-parser.ts';

/** Roo Code read text in one way. */
export const rooRuntimes: readonly Runtime[] = [assistantMessageParser];
