import type { DsmlRules } from '../../../sglang/kit/dsml.ts';

export const olderDsml: DsmlRules = { readsAllSections: false, showsTextBefore: false, spills: true };
