import type { MessageParser } from './message.ts';

/**
 * Whether the template has opened the reasoning and the reply never closes it. Some formats read such a reply as content when
 * it is whole, and as reasoning while it comes in.
 */
export function isNeverClosed(parser: MessageParser): boolean {
  if (!parser.syntax.opensThinking || parser.isPartial || parser.indexOf('</think>', parser.at) >= 0) return false;
  parser.steps.quirk('unclosed-thought', { from: parser.at, to: parser.text.length });
  return true;
}
