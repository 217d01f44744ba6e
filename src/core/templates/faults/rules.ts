import { callTurnOpen } from './call-turn-open.ts';
import { argumentsEncodedTwice } from './arguments-encoded-twice.ts';
import { argumentsLost } from './arguments-lost.ts';
import { callDropped, resultDropped, systemDropped } from './dropped-messages.ts';
import { generationFlagIgnored, noGenerationPrompt, turnClosed } from './generation-prompt.ts';
import { nullContent } from './null-content.ts';
import { pythonRepr } from './python-repr.ts';
import { raises, systemRefused, toolRoleRefused } from './refusals.ts';
import { replyBeginsInside } from './reply-begins-inside.ts';
import { resultWithoutName } from './result-without-name.ts';
import { idsLost, resultsAlike, resultsMerged } from './results.ts';
import type { FaultRule } from './rule.ts';
import { schemaLost } from './schema-lost.ts';
import { specialTokenInText } from './special-token-in-text.ts';
import { thinkingFlagIgnored } from './thinking-flag-ignored.ts';
import { toolsDropped } from './tools-dropped.ts';
import { undefinedName } from './undefined-name.ts';

/** THE list of rules, the gravest first. */
export const rules: readonly FaultRule[] = [
  raises,
  systemRefused,
  toolRoleRefused,
  undefinedName,
  toolsDropped,
  systemDropped,
  callDropped,
  resultDropped,
  nullContent,
  pythonRepr,
  argumentsEncodedTwice,
  argumentsLost,
  idsLost,
  resultWithoutName,
  resultsAlike,
  resultsMerged,
  callTurnOpen,
  turnClosed,
  noGenerationPrompt,
  generationFlagIgnored,
  thinkingFlagIgnored,
  schemaLost,
  specialTokenInText,
  replyBeginsInside,
];
