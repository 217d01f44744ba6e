import { isPlaceholder, isStandIn, type PrivateKind, type PrivateValue } from './private-looks.ts';

/** What a command line hands to a program: the values of options and of variables whose names say that they are secret. */
export function commandSecrets(text: string): PrivateValue[] {
  return [
    ...valuesOf(QUOTED_OPTION, text),
    ...valuesOf(OPTION, text),
    ...valuesOf(VARIABLE, text),
    ...valuesOf(SHORT_OPTION, text),
    ...userPasswords(text),
  ];
}

/** `hf-token`, `ApiKey`, `LITELLM_MASTER_KEY`. Only these are looked for: the value of another option may be a whole command. */
const NAME = String.raw`(?:[A-Za-z][\w-]{0,50}[-_])?(?:(?:api|access|account|admin|auth|encryption|license|master|private|secret|service|signing|subscription)[-_]?keys?|(?:hf)?token|hft|pat|secret|passw(?:or)?d|passphrase|pass|pwd|cred(?:ential)?s|auth)(?![\w-])`;
/** Tokens of a vocabulary, and the folder that a shell is in. */
const NO_SECRET =
  /(?:^|[-_])(?:audio|bos|by|cls|draft|end|eo[mst]|extra|fim|first|image|last|mask|max|min|n|next|num|pad|per|placeholder|prefix|sep|special|start|stop|suffix|think|thinking|trigger|unk|video)[-_]token$|^(?:old[-_]?)?pwd$/i;

/** A line break, as one and in a string of JSON. */
const BREAK = String.raw`(?:\r?\n|\\{1,4}n)`;
/** The same before which a shell goes on: Bash, PowerShell, and the one of Windows. */
const GOES_ON = String.raw`(?:[\\\x60^]\r?\n|\\{3,8}n)`;
const GAP = String.raw`(?:\s|\\{1,4}[nrt]){0,60}`;
const VALUE = [
  String.raw`\$?(?<!\\)"(?<double>(?:[^"\\\r\n]|\\[^\r\n]){4,400})"`,
  String.raw`\$?(?<!\\)'(?<single>(?:[^'\\\r\n]|\\[^\r\n]){4,400})'`,
  String.raw`\\+(?:"(?<inner>[^"\\\r\n]{4,400})\\+"|'(?<innerSingle>[^'\\\r\n]{4,400})\\+')`,
  String.raw`(?<bare>[^\s"'\x60\\<>|&;(){}[\]]{4,400})(?:(?<ends>(?=[ \t]{0,8}(?:${GOES_ON}|${BREAK}|$)|[ \t]{1,8}--?[a-z]))|(?<opens>(?=[({[]))|)`,
].join('|');

/** An option and its value: in one word, in two, in a list of JSON or of YAML. */
const OPTION = new RegExp(
  String.raw`(?<![\w-])--?(?<name>${NAME})(?:(?<equals>=)|(?:[ \t]|${GOES_ON}){1,40}|\\*["'] {1,4}|(?<list>\\*["'],${GAP}|, |\\*["']?[ \t]{0,9}${BREAK}[ \t]{0,60}-[ \t]{1,4}))(?!\\*["']?-)(?:${VALUE})`,
  'gi',
);
/** `"--password=two words"`: the quotes are around both. */
const QUOTED_OPTION = new RegExp(
  String.raw`(?<quote>["'])--?(?<name>${NAME})=(?<double>(?:(?!\k<quote>)[^\\\r\n]){4,400})\\*\k<quote>`,
  'gi',
);

/** A variable of a shell, of `docker -e`, of a file of Compose or Kubernetes: by their custom in capitals. */
const VARIABLE = new RegExp(
  String.raw`(?:(?<![\w$-])(?<name>${NAME})|\$env:(?<shell>${NAME}))(?:(?<equals>=)|\\*["']?\s{0,3}[:=]\s{0,3}|\\*["']?,?${GAP}\\*["']?value\\*["']?:\s{0,3}|(?<=\b(?:setx|setenv|ENV|set -[A-Za-z]{1,3}) {1,3}\w{3,60}) {1,3})(?:${VALUE})`,
  'gi',
);

/** Short options mean something else in each program. */
const SHORT_OPTION = new RegExp(
  String.raw`\b(?:(?:sshpass|(?:docker|podman|helm registry|az) login)\b[^\r\n|;&]{0,200}? -(?<name>p)[ =]?|mysql(?:dump|admin)?\b[^\r\n|;&]{0,200}? -(?<joined>p)|redis-cli\b[^\r\n|;&]{0,200}? -(?<asked>a) )(?:${VALUE})`,
  'g',
);

function valuesOf(pattern: RegExp, text: string): PrivateValue[] {
  return Array.from(text.matchAll(pattern)).flatMap(({ index, 0: found, groups = {} }): PrivateValue[] => {
    const { double, single, inner, innerSingle, bare } = groups as Readonly<Record<string, string | undefined>>;
    const name = groups.name ?? groups.shell ?? '';
    // Names in small letters are those of fields, which have rules of their own.
    if (NO_SECRET.test(name) || (pattern === VARIABLE && /[a-z]/.test(groups.name ?? ''))) return [];
    // A function that is called, or a list of a program.
    if (groups.opens !== undefined) return [];
    const written = double ?? single ?? inner ?? innerSingle ?? bare?.replace(/[,.:]+$/, '') ?? '';
    const isQuoted = bare === undefined && pattern !== VARIABLE;
    const isSure = isQuoted || groups.equals !== undefined || groups.list !== undefined;
    const isValue = isSure || (groups.ends !== undefined && !WORD.test(written) && pattern !== VARIABLE);
    // Of `name:password` the name may be known.
    const value = /auth$|creds?$/i.test(name)
      ? (/^[^\s:]{1,100}:(?<own>.+)$/.exec(written)?.groups?.own ?? '')
      : written;
    if (value.length < 4 || !isSecret(value, isValue)) return [];
    const from = index + found.lastIndexOf(written) + written.length - value.length;
    return [{ from, to: from + value.length, kind: kindOf(name) }];
  });
}

/** A word of a sentence about an option. */
const WORD =
  /^(?:.{1,5}|again|argument|arguments|correctly|either|flag|flags|header|instead|itself|option|options|parameter|parameters|setting|together|value|values|variable)$/i;

/** Some options take a file that holds the secret. */
const FILE = /^(?:[.~]{0,2}\/|[A-Za-z]:[\\/])|\.(?:cer|crt|json|key|p12|pem|pfx|txt)$/i;

/** A name in capitals tells what to write there. */
function isSecret(value: string, isValue: boolean): boolean {
  if (
    FILE.test(value) ||
    /^[-,]|^[A-Z_]+$|^(?:id|type|src|source)=/.test(value) ||
    isPlaceholder(value) ||
    isStandIn(value)
  )
    return false;
  return isValue || (/\d/.test(value) && /\p{L}/u.test(value)) || /^\d{6,}$/.test(value);
}

function kindOf(name: string): PrivateKind {
  if (/key$|keys$|secret$/i.test(name)) return 'key';
  return /token$|pat$|hft$/i.test(name) ? 'token' : 'password';
}

/** `-u name:password`, as curl takes it, or with other short flags before the letter. */
const USER_OPTION =
  /(?<=\s)(?:-[A-Za-z]{0,5}[uU]|--(?:proxy-)?user)[\s=]{0,4}(?:\\*"[^\s"\\:]{0,100}:(?<value>[^"\\\r\n]{1,200})|\\*'[^\s'\\:]{0,100}:(?<single>[^'\\\r\n]{1,200})|[^\s"'\\:]{1,100}:(?<bare>[^\s"'\\]{1,200}))/g;

/** Other programs take a user and a group by the same option: only a command of curl counts. */
function userPasswords(text: string): PrivateValue[] {
  return Array.from(text.matchAll(USER_OPTION)).flatMap(({ index, 0: option, groups }): PrivateValue[] => {
    const value = groups?.value ?? groups?.single ?? groups?.bare ?? '';
    const before = text.slice(Math.max(0, index - 1000), index);
    const curl = before.lastIndexOf('curl');
    if (curl < 0 || endsCommand(before.slice(curl)) || isPlaceholder(value)) return [];
    const from = index + option.lastIndexOf(value);
    return [{ from, to: from + value.length, kind: 'password' }];
  });
}

/** Whether a shell would begin another command: a line break without a continuation, written or as an escape of JSON. */
function endsCommand(command: string): boolean {
  return /(?<![\\`^\r])\r?\n|(?<!\\)\\n|&&|\s[|;]\s|;\s/.test(command);
}
