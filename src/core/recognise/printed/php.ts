import { valueToText } from '../../text/json/index.ts';

/** How a list or an object begins in `var_dump`, in `var_export`, and in `dump` of Symfony and Laravel. */
const OPENS =
  /^(?:(?:array|object)\([\w\\@]{1,160}\)(?:#\d{1,9})?(?: \(\d{1,9}\))? ?\{|(?:\\?[\w\\]{1,160}::__set_state\()?(?:\(object\) ?)?array ?\(|array:\d{1,9} \[ ?▼?|[\w\\@]{1,160} \{#\d{1,9} ?▼?)$/;
/** What `print_r` writes before a bracket on a line of its own. */
const NAMED = /^(?:Array|[\w\\@]{1,160} Object)$/;
const CLOSES = /^[)\]}]{1,2},?$/;
/** `[a] => 1` and `["a":protected]=>`, `'a' => 1`, `"a" => 1`, `+a: 1`, `0 => 1`. */
const KEY =
  /^ *(?:\[(?:"([^"\n]{1,120})"|([^\]:\n]{1,120}))[^\]\n]{0,160}\] ?=>|['"]([^'"\n]{1,120})['"] =>|[+#-]"?([\w ]{1,120})"?:|(\d{1,9}) =>) ?/;

/** So deep are values in values. */
const MOST_LEVELS = 60;

interface Level {
  readonly indent: number;
  /** How far its keys are from the margin; -1 before the first. */
  child: number;
  key: string | null;
  /** The value of the key as it is written, or as JSON where a bracket closed. */
  lines: string[];
  json: string | null;
  readonly members: (readonly [string, string])[];
}

/**
 * JSON of a value that PHP prints: `print_r`, `var_dump`, `var_export`, and `dump` of Symfony, which Laravel's `dd` is. Each has a member on
 * each line, and a text goes on until the next key as far from the margin. Null for any other text. Linear.
 */
export function phpJson(text: string): string | null {
  // The console of Symfony has a sign before a dump.
  const start = /^\s*(?:\^ )?/.exec(text)?.[0].length ?? 0;
  const [first = '', second = ''] = text.slice(start, start + 600).split('\n', 2);
  if (!OPENS.test(first.trim()) && !(NAMED.test(first.trim()) && second.trim() === '(')) return null;
  const root: Level = { ...levelAt(-1), key: '' };
  const levels = [root];
  for (const line of text.slice(start).split(/\r?\n/)) {
    const top = levels.at(-1) ?? root;
    const plain = line.trim();
    const indent = line.length - line.trimStart().length;
    const isBegun = top.lines.length < 2 && top.key !== null;
    const begun = isBegun ? (top.lines[0] ?? '').trim() : '';
    if (isBegun && ((plain === '(' && NAMED.test(begun)) || (begun === '' && OPENS.test(plain)))) {
      levels.push(levelAt(indent));
      continue;
    }
    const key = top === root ? null : KEY.exec(line.slice(0, 400));
    if (key !== null && indent > top.indent && (top.child < 0 || top.child === indent)) {
      close(top);
      top.child = indent;
      // One of the groups fits.
      top.key = key
        .slice(1)
        .join('')
        .replace(/^systemFingerprint$/, 'system_fingerprint');
      const rest = line.slice(key[0].length);
      if (OPENS.test(rest.trim())) levels.push(levelAt(indent));
      else top.lines.push(rest);
    } else if (top !== root && CLOSES.test(plain) && indent === top.indent) {
      close(top);
      levels.pop();
      const outer = levels.at(-1) ?? root;
      outer.lines = [];
      outer.json = membersJson(top.members);
    } else if (top.json === null) top.lines.push(line);
    if (levels.length > MOST_LEVELS) return null;
  }
  // What a paste cuts off ends with it.
  for (let top = levels.pop(); top !== undefined && top !== root; top = levels.pop()) {
    close(top);
    (levels.at(-1) ?? root).json = membersJson(top.members);
  }
  return root.json;
}

function levelAt(indent: number): Level {
  return { indent, child: -1, key: null, lines: [], json: null, members: [] };
}

/** Ends the value of the key that is open. */
function close(level: Level): void {
  if (level.key !== null) level.members.push([level.key, level.json ?? scalarJson(level.key, level.lines.join('\n'))]);
  level.key = null;
  level.lines = [];
  level.json = null;
}

function membersJson(members: Level['members']): string {
  return members.every(([key], index) => key === String(index))
    ? `[${members.map(([, json]) => json).join(',')}]`
    : `{${members.map(([key, json]) => `${valueToText(key)}:${json}`).join(',')}}`;
}

/** Under these keys digits are a text. */
const TEXT = /^(?:content|text|arguments|id)$/;

function scalarJson(key: string, wrote: string): string {
  const text = wrote.trim().replace(/^('[^]*'|[\w.-]{1,40}),$/, '$1');
  const typed = /^(?:int|float|bool)\(([\w.+-]{1,40})\)$/.exec(text)?.[1] ?? text;
  if (/^(?:null|uninitialized\(.*\))$/i.test(typed)) return 'null';
  if (/^(?:true|false|\[\]|\{\})$/.test(typed)) return typed;
  if (/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,20})?$/.test(typed) && !TEXT.test(key)) return typed;
  const escaped = /^'([^]*)'$/.exec(typed)?.[1];
  if (escaped !== undefined) return valueToText(escaped.replaceAll(/\\(['\\])/g, '$1'));
  if (typed.length > 6 && typed.startsWith('"""') && typed.endsWith('"""'))
    return valueToText(
      typed
        .slice(3, -3)
        .trim()
        .replaceAll(/^ +|\\n$/gm, ''),
    );
  const quoted = /^(?:string\(\d{1,9}\) )?"([^]*)"$/.exec(typed)?.[1];
  const member = /^enum\([\w\\]{0,160}::(\w{1,80})\)$/.exec(typed)?.[1];
  return valueToText(quoted ?? member ?? typed);
}
