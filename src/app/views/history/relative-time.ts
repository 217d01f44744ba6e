const units = [
  { unit: 'day', milliseconds: 86_400_000 },
  { unit: 'hour', milliseconds: 3_600_000 },
  { unit: 'minute', milliseconds: 60_000 },
] as const;

const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** "5 minutes ago", "yesterday"; what lies ahead by a wrong clock is "just now". */
export function relativeTime(time: number, now: number): string {
  const age = now - time;
  const fitting = units.find(({ milliseconds }) => age >= milliseconds);
  return fitting === undefined ? 'just now' : words.format(-Math.floor(age / fitting.milliseconds), fitting.unit);
}
