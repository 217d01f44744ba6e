/** One measured figure. Without a target it only informs. */
export interface Row {
  readonly what: string;
  readonly figure: number;
  readonly unit: string;
  readonly target: { readonly at: 'most' | 'least'; readonly value: number } | null;
}

export function atMost(value: number): Row['target'] {
  return { at: 'most', value };
}

export function atLeast(value: number): Row['target'] {
  return { at: 'least', value };
}

export function printTitle(title: string): void {
  console.log(`\n${title}`);
}

export function printRow({ what, figure, unit, target }: Row): void {
  const number = figure >= 100 ? figure.toFixed(0) : figure.toFixed(2);
  const line = `  ${what.padEnd(52)}${number.padStart(8)} ${unit.padEnd(5)}`;
  if (target === null) {
    console.log(line.trimEnd());
    return;
  }
  const isMet = target.at === 'most' ? figure <= target.value : figure >= target.value;
  console.log(`${line}${`at ${target.at} ${target.value}`.padStart(14)}  ${isMet ? 'ok' : 'OVER'}`);
}
