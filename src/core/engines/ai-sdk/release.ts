import { withoutInvalidEscapes } from './kit/escaped-controls.ts';
import { foreignParts } from './kit/foreign-blocks.ts';
import { declaredArguments } from './kit/hermes-arguments.ts';
import { hermesRecovery } from './kit/hermes-recovery.ts';
import { looseValues } from './kit/loose-values.ts';
import { potentialTag } from './kit/potential-start.ts';
import { misspeltOpeners } from './kit/qwen-openers.ts';
import { declaredMembers, endsValue } from './kit/qwen-parameters.ts';
import { callsAtEnd } from './kit/qwen-rest.ts';
import { CALL_BEGINNINGS, withoutValueTags } from './kit/qwen-tags.ts';
import { recover, recoveryWords } from './kit/recovery.ts';
import { RecoveringStream } from './kit/recovering-stream.ts';
import type { Release } from './kit/release.ts';
import { holdsSensitiveKey, writesSensitiveKey } from './kit/sensitive.ts';
import { readYamlBody } from './kit/yaml-body.ts';
import { YamlStream } from './kit/yaml-stream.ts';

const VERSION = '5.1.6';
const BEGINNINGS = [...CALL_BEGINNINGS, '<parameter', '<param', '<argument', '<arg'];

/** The newest release, a state of the repository that npm does not have. */
export const newest: Release = {
  source: { version: VERSION, commit: '66ca092' },
  suffixes: {
    id: `@${VERSION}`,
    label: ` (${VERSION})`,
    emulates: ` ${VERSION} is in the repository, and not on npm.`,
  },
  words: {
    ...recoveryWords,
    'coerced-arguments':
      'The middleware converts arguments to the types that the schema declares, and drops keys that it does not declare.',
  },
  withoutCall:
    'The middleware looks for calls of any form in the text. A stream does so where a text begins like a call.',
  guard: { writes: writesSensitiveKey, holds: holdsSensitiveKey },
  values: looseValues,
  hermes: { ...declaredArguments, unescaped: withoutInvalidEscapes, repairsRefused: false, recovery: hermesRecovery },
  qwen: {
    nameAttribute: /(?:^|[\s<])name\s*=\s*(["'])([^]*?)\1/i,
    nameOf: (written) => written.trim(),
    unwrapped: withoutValueTags,
    membersOf: declaredMembers,
    endsValue,
    takesNameless: true,
    takesOpenBeforeClosed: true,
    misspelt: misspeltOpeners,
    stripsAllText: true,
    tellsOpenCall: true,
    startsIn: (lower) => BEGINNINGS.map((beginning) => potentialTag(lower, beginning)),
    sendsHeldFirst: false,
    callsAtEnd,
  },
  yaml: {
    body: readYamlBody,
    otherParts: foreignParts,
    stream: (tools, release) => new YamlStream(tools, release),
  },
  recover: (reply, tools, steps) => recover(reply, 0, tools, steps),
  around: (stream, tools) => new RecoveringStream(stream, tools),
};
