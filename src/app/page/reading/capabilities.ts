import type { CustomFormat, RequestFacts } from '../../../core/index.ts';
import type { LinkState } from '../../permalink/state.ts';

/** The settings of provider and request, from the page or from one side of a comparison. */
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

/** The server that reads a reply: its parsers, and the settings of provider and request. */
export interface Server {
  readonly runtime: string;
  readonly reasoning: string;
  readonly capabilities: Readonly<Record<string, boolean>>;
  readonly request: RequestFacts;
}

/** Every question about how a reply is read says this in the same way. */
export function serverOf(
  said: SaidSettings & Pick<LinkState, 'profile'> & Partial<Pick<LinkState, 'reasoningParser'>>,
): Server {
  const { profile, reasoningParser = '', thinking = 'absent' } = said;
  const isOn = thinking === 'on';
  return {
    runtime: profile,
    reasoning: reasoningParser,
    capabilities: capabilitiesOf(said),
    // Chat templates have one of two names for it, and a reasoning parser looks for that of its model.
    request: thinking === 'absent' ? {} : { templateOptions: { enable_thinking: isOn, thinking: isOn } },
  };
}

/** All that decides how a reply is read: the server, the tools as typed, and the format that the reader defined. */
export interface ReadingSettings extends Server {
  readonly tools: string;
  readonly custom: CustomFormat | null;
}

export function readingSettings(
  said: Parameters<typeof serverOf>[0] & Pick<LinkState, 'tools' | 'custom'>,
): ReadingSettings {
  return { ...serverOf(said), tools: said.tools, custom: said.custom };
}
