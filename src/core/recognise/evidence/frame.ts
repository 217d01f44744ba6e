import { partitionPoint, type Span } from '../../text/document/index.ts';

/** A text that is read, and where its parts are in what was pasted. */
export interface Frame {
  readonly text: string;
  place(span: Span): Span;
}

/** What others put before every line of a log. Bounded: each looks at the head of one line. */
const prefixes: readonly RegExp[] = [
  // docker compose: `vllm-1  | …`.
  /^[\w.-]{1,60} {1,20}\| ?/,
  // syslog and journald: `Nov 25 09:14:02 gpu2 vllm[2217]: …`.
  /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S{1,80} [^\s:[]{1,60}(?:\[\d{1,9}\])?: ?/,
  // The log files of containers (CRI): `2026-11-25T08:00:00.123456789Z stdout F …`.
  /^\d{4}-\d\d-\d\dT[\d:.]{8,20}(?:Z|[+-]\d\d:\d\d) (?:stdout|stderr) [FP] /,
  // A quotation in a mail or an issue.
  /^> ?/,
];

/** How many of the lines must have a prefix before it is taken off: others may be among them. */
const SHARE = 0.6;
/** A journal may hold what compose wrote. */
const MOST_LAYERS = 3;

/** The whole paste. Prefixes that most of its lines share are taken off; places keep counting them. */
export function frameOf(content: string): Frame {
  let frame: Frame = { text: content, place: (span) => span };
  for (let layer = 0; layer < MOST_LAYERS; layer += 1) {
    const inner = withoutPrefix(frame);
    if (inner === null) return frame;
    frame = inner;
  }
  return frame;
}

/** A text inside of another, all of it at one place: the body in a HAR file, the JSON in a string. */
export function nested(text: string, span: Span): Frame {
  return { text, place: () => span };
}

function withoutPrefix(outer: Frame): Frame | null {
  const lines = outer.text.split('\n');
  if (lines.length < 2) return null;
  const filled = lines.filter((line) => line.trim() !== '').length;
  const prefix = prefixes.find((one) => {
    const having = lines.filter((line) => one.test(line.slice(0, 200))).length;
    return having > 1 && having >= filled * SHARE;
  });
  if (prefix === undefined) return null;
  const starts: number[] = [];
  const origins: number[] = [];
  const rests: string[] = [];
  let read = 0;
  let written = 0;
  for (const line of lines) {
    const cut = prefix.exec(line.slice(0, 200))?.[0].length ?? 0;
    starts.push(written);
    origins.push(read + cut);
    rests.push(line.slice(cut));
    written += line.length - cut + 1;
    read += line.length + 1;
  }
  const outerPlace = (at: number): number => {
    const line = Math.max(0, partitionPoint(starts, (start) => start <= at) - 1);
    return (origins[line] ?? 0) + at - (starts[line] ?? 0);
  };
  return {
    text: rests.join('\n'),
    place: ({ from, to }) =>
      outer.place({ from: outerPlace(from), to: to > from ? outerPlace(to - 1) + 1 : outerPlace(from) }),
  };
}
