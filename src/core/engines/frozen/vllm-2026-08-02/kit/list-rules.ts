import type { ListRules } from '../../../vllm/kit/python-list.ts';

export const olderList: ListRules = { jsonWords: true, dottedNames: true, countsInStrings: true };
