import type { Span } from '../../core/index.ts';

/** What a private value looks like. */
export type PrivateKind = 'key' | 'token' | 'password' | 'private-key' | 'email';

export interface PrivateValue extends Span {
  readonly kind: PrivateKind;
}

/** A value begins after no letter and no digit, or after an escape of JSON. */
const START = String.raw`(?:(?<![\w+-])|(?<=\\(?:[bfnrt]|u[0-9a-fA-F]{4})))`;

/** Keys by the shapes that their issuers document; each begins with letters that nothing else begins with. */
const KEY_SHAPES = [
  // OpenAI, Anthropic, OpenRouter, DeepSeek, and many that follow them.
  'sk-[\\w-]{16,}',
  // Stripe, and the secrets of its webhooks.
  '(?:sk|rk)_(?:live|test)_\\w{16,}',
  'whsec_[\\w+/=]{24,}',
  // GitHub, GitLab, npm, PyPI.
  'gh[pousr]_\\w{30,}',
  'github_pat_\\w{22,}',
  'glpat-[\\w.-]{20,}',
  'npm_[A-Za-z0-9]{36}',
  'pypi-[\\w-]{50,}',
  // Hugging Face, Groq, xAI, Perplexity, Replicate, NVIDIA, Tavily.
  'hf_[A-Za-z0-9]{30,}',
  'gsk_[A-Za-z0-9]{40,}',
  'xai-[A-Za-z0-9]{40,}',
  'pplx-[A-Za-z0-9]{40,}',
  'r8_[A-Za-z0-9]{30,}',
  'nvapi-[\\w-]{40,}',
  'tvly-[\\w-]{20,}',
  // Slack, Discord.
  'xox[abeoprs]-[\\w-]{10,}',
  'xapp-[\\w-]{20,}',
  'hooks\\.slack\\.com/services/T\\w{6,}/B\\w{6,}/\\w{16,}',
  'discord(?:app)?\\.com/api/webhooks/\\d{15,}/[\\w-]{40,}',
  // AWS, Google, DigitalOcean, Databricks, SendGrid.
  '(?:AKIA|ASIA)[A-Z0-9]{16}(?!\\w)',
  'AIza[\\w-]{35}',
  'ya29\\.[\\w-]{20,}',
  'do[opr]_v1_[0-9a-f]{40,}',
  'dapi[0-9a-f]{32}',
  'SG\\.[\\w-]{16,}\\.[\\w-]{16,}',
];

/** The names of fields, headers and variables whose values are keys or tokens; `token` and `secret` only as whole names. */
const SECRET_NAMES = [
  'api[_-]?key',
  '(?:access|auth|bot|id|private|refresh|session)[_-]?token',
  'client[_-]?secret',
  'secret[_-]?(?:access[_-]?)?key',
  'amz-(?:signature|security-token)',
  '(?<![\\w-])(?:token|secret)',
];

/** What is between a name and its value, with the quotes around both: of JSON, in a string of JSON too, of code, of a header. */
const BETWEEN = String.raw`\\*["']?\s{0,3}(?::|=>?)\s{0,3}`;

/** A rule finds values of one kind: group `value`, or the whole match. */
interface Rule {
  readonly kind: PrivateKind;
  readonly pattern: RegExp;
  /** Whether what was found is a value, and not a word, a placeholder or something masked. */
  readonly holds: (value: string) => boolean;
}

/**
 * Earlier rules win where two find the same. Every repetition is bounded or begins after letters that it cannot hold twice
 * at a start, so that no text takes more than linear time.
 */
const RULES: readonly Rule[] = [
  {
    kind: 'password',
    pattern: /:\/\/[^\s/@:"'<>\\]{0,100}:(?<value>[^\s/@"'<>\\]{1,200})@/g,
    holds: (value) => !isPlaceholder(value),
  },
  { kind: 'key', pattern: new RegExp(`${START}(?:${KEY_SHAPES.join('|')})`, 'g'), holds: isRandom },
  {
    kind: 'token',
    pattern: new RegExp(String.raw`${START}eyJ[\w-]{8,}\.eyJ[\w-]{8,}(?:\.[\w-]*)?`, 'g'),
    holds: isRandom,
  },
  { kind: 'token', pattern: /\bbearer\s{1,4}(?<value>[\w.~+/=-]{16,})/gi, holds: isRandom },
  {
    kind: 'token',
    pattern: new RegExp(
      String.raw`\bauthorization${BETWEEN}\\*["']?(?:basic|token)\s{1,4}(?<value>[\w+/=-]{8,})`,
      'gi',
    ),
    holds: isRandom,
  },
  {
    kind: 'key',
    pattern: new RegExp(String.raw`(?:${SECRET_NAMES.join('|')})${BETWEEN}\\*["']?(?<value>[\w.~+/=-]{10,})`, 'gi'),
    holds: (value) => isRandom(value) || isUuid(value),
  },
  {
    kind: 'password',
    pattern: new RegExp(
      String.raw`(?:passw(?:or)?d|passphrase)${BETWEEN}(?:\\*"(?<value>[^"\s\\]{4,200})\\*"|\\*'(?<single>[^'\s\\]{4,200})\\*')`,
      'gi',
    ),
    holds: (value) => !isPlaceholder(value),
  },
  {
    kind: 'password',
    pattern: new RegExp(
      String.raw`(?:passw(?:or)?d|passphrase)${BETWEEN}(?<value>[^\s"'\x60\\,;&<>{}()[\]]{6,200})`,
      'gi',
    ),
    // Without quotes it may as well be a word of a sentence or a name in a program.
    holds: (value) => /[\d!@#%^*~+]/.test(value) && /\p{L}/u.test(value) && !isPlaceholder(value),
  },
];

/**
 * What in a text looks like a key, a token, a password or an e-mail address: in order, without overlaps. A guess by
 * documented shapes and by the names of fields; hashes, ids and pictures are none. Linear in the text.
 */
export function privateValues(text: string): PrivateValue[] {
  const found: PrivateValue[] = [
    ...privateKeys(text),
    ...RULES.flatMap((rule) => valuesOf(rule, text)),
    ...emails(text),
  ];
  if (found.length === 0) return found;
  const covered = new Uint8Array(text.length);
  // In the data of a picture any letters may come after each other.
  for (const { index, 0: data } of text.matchAll(/;base64,[\w+/=-]+/g)) covered.fill(1, index, index + data.length);
  const kept = found.filter(({ from, to }) => {
    const isFree = !covered.subarray(from, to).includes(1);
    if (isFree) covered.fill(1, from, to);
    return isFree;
  });
  return kept.sort((a, b) => a.from - b.from);
}

function valuesOf({ kind, pattern, holds }: Rule, text: string): PrivateValue[] {
  return Array.from(text.matchAll(pattern), (match): PrivateValue | null => {
    const value = match.groups?.value ?? match.groups?.single ?? match[0];
    if (!holds(value)) return null;
    const from = match.index + match[0].lastIndexOf(value);
    return { from, to: from + value.length, kind };
  }).filter((one) => one !== null);
}

/** What is between the first and the last line of a private key; to the end of the text where the last line is missing. */
function privateKeys(text: string): PrivateValue[] {
  const marks = Array.from(text.matchAll(/-----(BEGIN|END) (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g));
  return marks.flatMap((mark, index): PrivateValue[] => {
    if (mark[1] !== 'BEGIN') return [];
    const from = mark.index + mark[0].length;
    const to = marks[index + 1]?.index ?? text.length;
    return hasLongRun(text.slice(from, to)) && !isMasked(text.slice(from, to))
      ? [{ from, to, kind: 'private-key' }]
      : [];
  });
}

const DOMAIN = /@(?:[\p{L}\p{N}-]{1,63}\.){1,8}(?:xn--[\w-]{2,59}|\p{L}{2,24})(?![\p{L}\p{N}_@-])/gu;
/** What is before the sign, after an escape of JSON or anything else. */
const LOCAL = /(?:\\(?:[bfnrt]|u[0-9a-fA-F]{4}))*(?<local>[\p{L}\p{N}._%+'-]{1,64})$/u;

function emails(text: string): PrivateValue[] {
  const found: PrivateValue[] = [];
  let free = 0;
  for (const { index, 0: domain } of text.matchAll(DOMAIN)) {
    const before = text.slice(Math.max(free, index - 200), index);
    const local = LOCAL.exec(before.slice(-64))?.groups?.local?.replace(/^[.'-]+/, '') ?? '';
    const [from, to] = [index - local.length, index + domain.length];
    free = to;
    if (local === '' || isServer(before, local, domain) || isMasked(text.slice(from, to))) continue;
    found.push({ from, to, kind: 'email' });
  }
  return found;
}

/** The user of a URL, the account of a Git server (`git@github.com:…`), a picture for dense screens (`logo@2x.png`). */
function isServer(before: string, local: string, domain: string): boolean {
  return local === 'git' || /^@[1-4]x\./.test(domain) || /:\/\/[^\s/@]*$/.test(before);
}

/**
 * Whether a value looks drawn rather than written: ten letters and digits in a row, and at least twice another kind of
 * character than the one before. `learn-2024-notes` and `YOUR_API_KEY` are words; a masked value holds only x, X and 0.
 */
function isRandom(value: string): boolean {
  if (isMasked(value)) return false;
  return (value.match(/[A-Za-z0-9]{10,}/g) ?? []).some((run) => /\d/.test(run) && kindChanges(run) >= 2);
}

/** How often a small letter, a capital or a digit comes after another kind. */
function kindChanges(run: string): number {
  return (run.match(/[a-z](?=[A-Z0-9])|[A-Z](?=[a-z0-9])|\d(?=[A-Za-z])/g) ?? []).length;
}

/** Some issuers draw their keys as UUIDs; only the name of the field tells them from other ids. */
function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value) && !isMasked(value);
}

function hasLongRun(value: string): boolean {
  return /[\w+/=]{16}/.test(value);
}

/** Whether only x, X and 0 are left, as the redactor leaves it. */
function isMasked(value: string): boolean {
  return !/(?![xX])\p{L}|(?!0)\p{N}/u.test(value);
}

/** Placeholders for a password in examples, schemas and programs. */
function isPlaceholder(value: string): boolean {
  if (isMasked(value) || /^[$<{%[]|^\*+$|^(?:your|my|example|sample|process\.|os\.|env[.:])/i.test(value)) return true;
  return /^(?:string|str|text|null|none|true|false|undefined|required|optional|password|passwd|pass|secret|hidden|redacted|empty)$/i.test(
    value,
  );
}
