import { commandSecrets } from './private-commands.ts';
import { homeNames } from './private-homes.ts';
import {
  isDescription,
  isDrawn,
  isMasked,
  isPlaceholder,
  isRandom,
  isStandIn,
  isUuid,
  type PrivateKind,
  type PrivateValue,
} from './private-looks.ts';

/** A value begins after no letter and no digit, or after an escape of JSON or of a URL. */
const START = String.raw`(?:(?<![\w+-])|(?<=\\(?:[bfnrt]|u[0-9a-fA-F]{4})|%[0-9a-fA-F]{2}))`;

/** Keys that begin with `sk-`. Many issuers use it and words do too, so what comes after it has to look drawn. */
const SK_KEY = 'sk-[\\w-]{16,}';

/** Keys by the shapes that their issuers document: letters that nothing else begins with, and what may come after them. */
const KEY_SHAPES: readonly (readonly [prefix: string, body: string])[] = [
  // Stripe, and the secrets of its webhooks.
  ['(?:sk|rk)_(?:live|test)_', '\\w{16,}'],
  ['whsec_', '[\\w+/=]{24,}'],
  // GitHub, GitLab, npm, PyPI.
  ['gh[pousr]_', '\\w{30,}'],
  ['github_pat_', '\\w{22,}'],
  ['glpat-', '[\\w.-]{20,}'],
  ['npm_', '[A-Za-z0-9]{36}'],
  ['pypi-', '[\\w-]{50,}'],
  // Hugging Face and its organisations, Groq, xAI, Perplexity, Replicate, NVIDIA, Tavily, LangSmith.
  ['hf_', '[A-Za-z0-9]{30,}'],
  ['api_org_', '[A-Za-z0-9]{30,}'],
  ['gsk_', '[A-Za-z0-9]{40,}'],
  ['xai-', '[A-Za-z0-9]{40,}'],
  ['pplx-', '[A-Za-z0-9]{40,}'],
  ['r8_', '[A-Za-z0-9]{30,}'],
  ['nvapi-', '[\\w-]{40,}'],
  ['tvly-', '[\\w-]{20,}'],
  ['lsv2_(?:pt|sk)_', '[0-9a-f]{32}_[0-9a-f]{10}'],
  // Slack, Discord.
  ['xox[abeoprs]-', '[\\w-]{10,}'],
  ['xapp-', '[\\w-]{20,}'],
  ['hooks\\.slack\\.com/services/', 'T\\w{6,}/B\\w{6,}/\\w{16,}'],
  ['discord(?:app)?\\.com/api/webhooks/', '\\d{15,}/[\\w-]{40,}'],
  // AWS, Google, DigitalOcean, Databricks, SendGrid.
  ['(?:AKIA|ASIA)', '[A-Z0-9]{16}(?!\\w)'],
  ['AIza', '[\\w-]{35}'],
  ['GOCSPX-', '[\\w-]{28}(?!\\w)'],
  ['ya29\\.', '[\\w-]{20,}'],
  ['do[opr]_v1_', '[0-9a-f]{40,}'],
  ['dapi', '[0-9a-f]{32}'],
  ['SG\\.', '[\\w-]{16,}\\.[\\w-]{16,}'],
];

const PREFIX = new RegExp(`^(?:${KEY_SHAPES.map(([prefix]) => prefix).join('|')})`);

/** The names of fields, headers and variables whose values are keys or tokens. */
const LONG_NAMES = [
  'api[_-]?key',
  '(?:access|auth|bot|id|private|refresh|session)[_-]?token',
  'client[_-]?secret',
  'secret[_-]?(?:access[_-]?)?key',
  'amz-(?:signature|security-token)',
];
/** `token` and `secret` only as whole names: their values are words as well. */
const SECRET_NAMES = [...LONG_NAMES, '(?<![\\w-])(?:token|secret)'];

/** A quote of JSON, of JSON in a string, of code or of a URL. */
const QUOTE = String.raw`(?:\\*["']|%2[27])`;

/** What is between a name and its value, with the quote after the name: of JSON, code, a header, a URL, or a list of headers. */
const BETWEEN = String.raw`(?:${QUOTE}?\s{0,3}(?::|=>?|%3[ADad])\s{0,3}|${QUOTE}\s{0,3},\s{0,60}${QUOTE}value${QUOTE}\s{0,3}:\s{0,3})`;

/** A text between quotes: as a whole, or in a string of JSON, where no quote can be in it. */
const QUOTED = [
  String.raw`(?<!\\)"(?<value>(?:[^"\\\r\n]|\\[^\r\n]){4,200})"`,
  String.raw`(?<!\\)'(?<single>(?:[^'\\\r\n]|\\[^\r\n]){4,200})'`,
  String.raw`\\+"(?<inner>(?:[^"\\\r\n]|\\+(?!["\\])){4,200})\\+"`,
  String.raw`\\+'(?<innerSingle>(?:[^'\\\r\n]|\\+(?!['\\])){4,200})\\+'`,
].join('|');

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
  { kind: 'key', pattern: new RegExp(`${START}${SK_KEY}`, 'g'), holds: isRandom },
  {
    kind: 'key',
    pattern: new RegExp(`${START}(?:${KEY_SHAPES.map(([prefix, body]) => prefix + body).join('|')})`, 'g'),
    holds: (value) => isDrawn(value.replace(PREFIX, '')),
  },
  // Connection strings of Azure.
  { kind: 'key', pattern: /(?:account|sharedaccess)key=(?<value>[\w+/]{40,}={0,2})/gi, holds: isDrawn },
  // Signed addresses: whoever has one needs no key.
  {
    kind: 'token',
    pattern:
      /(?:[?&;]|\\u0026|%3[Ff]|%26)(?:sig|signature|x-goog-signature)(?:=|%3[Dd])(?<value>[\w%+/.~-]{30,}={0,2})/gi,
    holds: isDrawn,
  },
  {
    kind: 'token',
    pattern: new RegExp(String.raw`${START}eyJ[\w-]{8,}\.eyJ[\w-]{8,}(?:\.[\w-]*)?`, 'g'),
    holds: isRandom,
  },
  { kind: 'token', pattern: /\bbearer\s{1,4}(?<value>[\w.~+/=-]{16,})/gi, holds: isRandom },
  {
    kind: 'token',
    pattern: new RegExp(String.raw`\bauthorization${BETWEEN}${QUOTE}?bearer\s{1,4}(?<value>[\w.~+/=-]{8,})`, 'gi'),
    holds: isOwn,
  },
  {
    kind: 'token',
    pattern: new RegExp(
      String.raw`\bauthorization${BETWEEN}${QUOTE}?(?:basic|token)\s{1,4}(?<value>[\w+/=-]{8,})`,
      'gi',
    ),
    holds: isRandom,
  },
  {
    kind: 'key',
    pattern: new RegExp(String.raw`(?:${SECRET_NAMES.join('|')})${BETWEEN}${QUOTE}?(?<value>[\w.~+/=-]{10,})`, 'gi'),
    holds: (value) => isRandom(value) || isUuid(value),
  },
  {
    kind: 'key',
    pattern: new RegExp(String.raw`(?:${LONG_NAMES.join('|')})${BETWEEN}\[?${QUOTE}?(?<value>[\w.~+/=-]{8,})`, 'gi'),
    holds: isOwn,
  },
  {
    kind: 'password',
    pattern: new RegExp(`(?:passw(?:or)?d|passphrase)${BETWEEN}(?:${QUOTED})`, 'gi'),
    holds: (value) => !isPlaceholder(value) && !isDescription(value),
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
 * What in a text looks like a key, a token, a password, an e-mail address or a name in a path: in order, without overlaps. A guess by
 * documented shapes and by the names of fields; hashes, ids and pictures are none. Linear in the text.
 */
export function privateValues(text: string): PrivateValue[] {
  const found: PrivateValue[] = [
    ...privateKeys(text),
    ...RULES.flatMap((rule) => valuesOf(rule, text)),
    ...cookies(text),
    ...commandSecrets(text),
    ...emails(text),
    ...homeNames(text),
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
    const value =
      Object.values(match.groups ?? {}).find((one) => (one as string | undefined) !== undefined) ?? match[0];
    if (!holds(value)) return null;
    const from = match.index + match[0].lastIndexOf(value);
    return { from, to: from + value.length, kind };
  }).filter((one) => one !== null);
}

const COOKIES = new RegExp(
  String.raw`(?<![\w-])(?<set>set-)?cookie${BETWEEN}\[?\s{0,60}${QUOTE}?(?<pairs>[\w.!#$%&*+^|~-]{1,100}=[^"'\\\r\n]{1,8000})`,
  'gi',
);
const SESSION_NAME = /sess|sid|auth|token|jwt|csrf|xsrf|login|remember|clearance/i;

/** The values of the header `Cookie`, and the first of `Set-Cookie`: attributes follow it. Short words such as `dark` stay. */
function cookies(text: string): PrivateValue[] {
  return Array.from(text.matchAll(COOKIES)).flatMap(({ index, 0: header, groups }): PrivateValue[] => {
    const pairs = groups?.pairs ?? '';
    const start = index + header.length - pairs.length;
    const found: PrivateValue[] = [];
    for (const pair of pairs.matchAll(/(?<name>[^=;\s]{1,100})=(?<value>[^;,\s]*)/g)) {
      const { name = '', value = '' } = pair.groups ?? {};
      const from = start + pair.index + pair[0].length - value.length;
      const isSecret = SESSION_NAME.test(name) ? value.length >= 8 : value.length >= 20 || isRandom(value);
      if (isSecret && isDrawn(value) && !isPlaceholder(value))
        found.push({ from, to: from + value.length, kind: 'token' });
      if (groups?.set !== undefined) break;
    }
    return found;
  });
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
/** What ends with a sign that no address holds, as a URL writes it. */
const ENCODED = /^.*%(?:2[0267CF]|3[ACDF]|[57][BD]|0[AD])/i;

function emails(text: string): PrivateValue[] {
  const found: PrivateValue[] = [];
  let free = 0;
  for (const { index, 0: domain } of text.matchAll(DOMAIN)) {
    const before = text.slice(Math.max(free, index - 200), index);
    const written = LOCAL.exec(before.slice(-64))?.groups?.local ?? '';
    const local = written.replace(ENCODED, '').replace(/^[.'-]+/, '');
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

function hasLongRun(value: string): boolean {
  return /[\w+/=]{16}/.test(value);
}

/** Whether somebody may have made it up: letters and a digit where a key is expected. */
function isOwn(value: string): boolean {
  return /\d/.test(value) && /\p{L}/u.test(value) && !isPlaceholder(value) && !isStandIn(value);
}
