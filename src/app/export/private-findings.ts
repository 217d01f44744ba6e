import { counted, numberText } from '../../core/index.ts';
import type { LinkState } from '../permalink/state.ts';
import { withTexts } from './case-texts.ts';
import type { PrivateKind } from './private-looks.ts';
import { privateValues } from './private-values.ts';
import type { RedactionChoice } from './redact.ts';

/** A private value of a case. */
export interface Finding {
  readonly kind: PrivateKind;
  /** The text that it is in, as a reader would name it. */
  readonly label: string;
  /** From 1; null in a text of one line. */
  readonly line: number | null;
  readonly value: string;
}

/** What in a case looks private, in the order in which its texts are shown. Linear in the texts. */
export function privateFindings(fields: LinkState): Finding[] {
  const found: Finding[] = [];
  withTexts(fields, (text, { label }) => {
    const hasLines = text.includes('\n');
    let [line, at] = [1, 0];
    for (const { kind, from, to } of privateValues(text)) {
      for (; at < from; at += 1) if (text.charCodeAt(at) === 10) line += 1;
      found.push({ kind, label, line: hasLines ? line : null, value: text.slice(from, to) });
    }
    return text;
  });
  return found;
}

const NAMES: Readonly<Record<PrivateKind, readonly [one: string, many: string]>> = {
  key: ['API key', 'API keys'],
  token: ['access token', 'access tokens'],
  password: ['password', 'passwords'],
  'private-key': ['private key', 'private keys'],
  email: ['e-mail address', 'e-mail addresses'],
  home: ['home folder', 'home folders'],
};

/** `1 API key and 2 e-mail addresses`. */
export function countedKinds(findings: readonly Finding[]): string {
  const counts = (Object.keys(NAMES) as PrivateKind[]).flatMap((kind) => {
    const count = findings.filter((one) => one.kind === kind).length;
    return count === 0 ? [] : [counted(count, ...NAMES[kind])];
  });
  const last = counts.pop() ?? '';
  return counts.length === 0 ? last : `${counts.join(', ')} and ${last}`;
}

/** `API key` and where it is: `reply, line 3`. */
export function findingWords({ kind, label, line }: Finding): { readonly name: string; readonly place: string } {
  const name = NAMES[kind][0];
  return { name: capital(name), place: line === null ? label : `${label}, line ${numberText(line)}` };
}

/** What the redactor has to replace for these. */
export function choiceFor(findings: readonly Finding[], choice: RedactionChoice): RedactionChoice {
  return {
    ...choice,
    emails: choice.emails || findings.some(({ kind }) => kind === 'email'),
    tokens: choice.tokens || findings.some(({ kind }) => kind !== 'email' && kind !== 'home'),
    paths: choice.paths || findings.some(({ kind }) => kind === 'home'),
  };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
