import type { LinkState } from '../../permalink/state.ts';

/** The capabilities that a provider with these settings declares. */
export function capabilitiesOf({
  nativeToolCalls,
  selfContained,
}: Pick<LinkState, 'nativeToolCalls' | 'selfContained'>): Readonly<Record<string, boolean>> {
  return {
    ...(nativeToolCalls === 'absent' ? {} : { native_tool_calls: nativeToolCalls === 'true' }),
    ...(selfContained ? { self_contained_tools: true } : {}),
  };
}
