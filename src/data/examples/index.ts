import type { WrittenExample } from './example.ts';
import { argumentsAndSchemas } from './arguments-and-schemas.ts';
import { enginesDiffer } from './engines-differ.ts';
import { firstExamples } from './first-examples.ts';
import { inTheLoop } from './in-loop.ts';
import { otherRuntimes } from './other-runtimes.ts';
import { providerShapes } from './provider-shapes.ts';
import { quirks } from './quirks.ts';
import { reasoningFirst } from './reasoning-first.ts';
import { tiers } from './tiers.ts';
import { twoSystems } from './two-systems.ts';

/** THE list of examples, in the order of the gallery. */
export const writtenExamples: readonly WrittenExample[] = [
  ...firstExamples,
  ...quirks,
  ...tiers,
  ...providerShapes,
  ...argumentsAndSchemas,
  ...otherRuntimes,
  ...twoSystems,
  ...enginesDiffer,
  ...reasoningFirst,
  ...inTheLoop,
];
