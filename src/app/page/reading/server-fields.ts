import type { LinkState } from '../../permalink/state.ts';

type ServerFields = Pick<LinkState, 'profile' | 'reasoningParser' | 'nativeToolCalls' | 'selfContained' | 'thinking'>;

/** What of a case says which server reads it: a reply of a log and a run of an experiment are opened under the same one. */
export function serverFields(fields: ServerFields): ServerFields {
  const { profile, reasoningParser, nativeToolCalls, selfContained, thinking } = fields;
  return { profile, reasoningParser, nativeToolCalls, selfContained, thinking };
}
