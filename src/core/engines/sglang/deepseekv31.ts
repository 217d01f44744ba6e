import { callsDetector, CALL, CALL_END, SEPARATOR, type CallParts } from './kit/deepseek-calls.ts';
import { sglangRuntime } from './detector.ts';

export const deepseekv31 = sglangRuntime(
  callsDetector(
    {
      flag: 'deepseekv31',
      file: 'deepseekv31_detector.py',
      formats: ['deepseek-v3.1'],
      reads: `A name, ${SEPARATOR} and JSON between ${CALL} and ${CALL_END}.`,
    },
    {
      whole(text) {
        const separator = text.lastIndexOf(SEPARATOR);
        return separator < 0 ? null : partsAt(CALL.length, separator, text.length - CALL_END.length);
      },
      /** The last separator counts, even if it is that of a later call. */
      streamed(buffer) {
        const start = buffer.indexOf(CALL);
        const separator = buffer.lastIndexOf(SEPARATOR);
        if (start < 0 || separator < start + CALL.length) return null;
        const end = buffer.indexOf(CALL_END, separator + SEPARATOR.length);
        const parts = partsAt(start + CALL.length, separator, end < 0 ? buffer.length : end);
        return { ...parts, end: end < 0 ? null : end + CALL_END.length };
      },
      removed: ['<｜tool▁calls▁end｜>', CALL_END],
      wants: `\`${SEPARATOR}\` between its name and its arguments`,
    },
  ),
);

function partsAt(from: number, separator: number, to: number): CallParts {
  return { name: { from, to: separator }, body: { from: separator + SEPARATOR.length, to } };
}
