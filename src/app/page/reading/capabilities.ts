import type { LinkState } from '../../permalink/state.ts';

/** What is said of provider and request: by the page, or by one side of a comparison. */
export type SaidSettings = Pick<LinkState, 'nativeToolCalls' | 'selfContained'> & Partial<Pick<LinkState, 'thinking'>>;

/** The capabilities that a provider with these settings declares, and whether the request turns thinking on. */
export function capabilitiesOf({
  nativeToolCalls,
  selfContained,
  thinking = 'absent',
}: SaidSettings): Readonly<Record<string, boolean>> {
  return {
    ...(nativeToolCalls === 'absent' ? {} : { native_tool_calls: nativeToolCalls === 'true' }),
    ...(selfContained ? { self_contained_tools: true } : {}),
    ...(thinking === 'absent' ? {} : { thinking: thinking === 'on' }),
  };
}
