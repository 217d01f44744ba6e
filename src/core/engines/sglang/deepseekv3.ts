import { callsDetector, CALL, CALL_END, SEPARATOR, type CallParts } from './kit/deepseek-calls.ts';
import { sglangRuntime } from './detector.ts';

const FENCE = '\n```json\n';
const FENCE_END = '\n```';

export const deepseekv3 = sglangRuntime(
  callsDetector(
    {
      flag: 'deepseekv3',
      file: 'deepseekv3_detector.py',
      formats: ['deepseek-v3'],
      reads: `A name and a json fence after ${SEPARATOR}, between ${CALL} and ${CALL_END}.`,
    },
    {
      whole(text) {
        const end = text.length - CALL_END.length - FENCE_END.length;
        return text.endsWith(FENCE_END + CALL_END) ? partsIn(text, CALL.length, end) : null;
      },
      /** Everything up to the last fence, even if it belongs to a later call. */
      streamed(buffer) {
        const start = buffer.indexOf(CALL);
        const parts = start < 0 ? null : partsIn(buffer, start + CALL.length, buffer.lastIndexOf(FENCE_END));
        if (parts === null) return null;
        const end = buffer.indexOf(CALL_END, start + CALL.length);
        return { ...parts, end: end < 0 ? null : end + CALL_END.length };
      },
      removed: ['<｜tool▁calls▁end｜>', '```', CALL_END],
      wants: `\`${SEPARATOR}\`, a name, a json fence, and its end before \`${CALL_END}\``,
    },
  ),
);

/** All groups of the pattern are greedy: the last opening fence before the closing one counts, and the last separator before that. */
function partsIn(text: string, start: number, fenceEnd: number): CallParts | null {
  if (fenceEnd < start + FENCE.length) return null;
  const fence = text.lastIndexOf(FENCE, fenceEnd - FENCE.length);
  if (fence < start + SEPARATOR.length) return null;
  const separator = text.lastIndexOf(SEPARATOR, fence - SEPARATOR.length);
  if (separator < start) return null;
  return {
    name: { from: separator + SEPARATOR.length, to: fence },
    body: { from: fence + FENCE.length, to: fenceEnd },
  };
}
