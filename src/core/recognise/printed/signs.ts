export const constants: ReadonlyMap<string, string> = new Map([
  ...['true', 'True', 'TRUE'].map((name) => [name, 'true'] as const),
  ...['false', 'False', 'FALSE'].map((name) => [name, 'false'] as const),
  ...[
    'null',
    'Null',
    'nil',
    'None',
    'undefined',
    'NaN',
    'Infinity',
    'NULL',
    'nan',
    'inf',
    'nothing',
    'undef',
    'Optional.empty',
  ].map((name) => [name, 'null'] as const),
]);

/** Constructors that only wrap what they hold: Rust's, and those of JavaScript around a body. */
export const wrappers: ReadonlySet<string> = new Set([
  ...['Some', 'Ok', 'Just', 'Box', 'Arc', 'Text', 'String', 'Single', 'One', 'stringify', 'Optional', 'bool', 'float'],
  // serde_json
  ...['Bool', 'Number'],
]);

/** What Node and browsers write in place of a value. */
export const OMITTED =
  /\[(?:Object|Array|Circular \*\d{1,6}|(?:Async|Generator|AsyncGenerator)?Function(?:[: ][^\]\n]{0,80})?|class [^\]\n]{0,80}|Getter(?:\/Setter)?|Setter|[A-Z]\w{0,60})\](?!\s?\{)/y;
export const NULL_PROTOTYPE = /\[[A-Za-z]{1,60}: null prototype\] (?=\{)/y;
/** A keyword of Clojure and Lisp before its value. */
export const KEYWORD = /:([a-z][\w-]{0,60})\s{1,20}(?=["[({\d:a-z])/y;

/** A person's remark: `// always empty`, `# <-- this one`. Ruby's `#<Name …>` is none. */
export const REMARK = /(?:\/\/|# |<-|--|←)[^\n]*/y;
export const ELLIPSIS = /(?:…|\.\.\.)(?: ?\d{1,9} more \w{1,12})?/y;
/** `[]openai.ToolCall{…}`, `[2]string(nil)`, `map[string]interface {}{…}`. */
export const GO_TYPE = /(?:\[\d{0,9}\]|map\[[\w.]{1,60}\])[\w.*[\]]{0,80}(?: \{\})?(?=[{(])/y;
export const COUNT = /\((\d{1,9})\)(?: (?=[[{]))?/y;
export const REFERENCE = /<ref \*\d{1,6}> /y;
export const ENUM = /<[A-Za-z_][\w.]{0,120}: /y;
export const OBJECT = /#?<([A-Za-z_][\w.:]{0,120})\s(?=\s{0,8}@?[A-Za-z_]\w{0,60}[=:])/y;
export const ATOM = /:(?:([A-Za-z_][\w@]{0,80}[?!]?)|(?="))/y;
export const SIGIL = /~[A-Z]\[([^\]\n]{0,80})\]/y;
export const CAPTURE = /&[\w.]{1,80}[?!]?\/\d{1,3}/y;
export const SYMBOL_KEY = /\[(?:Symbol\([^)\n]{0,80}\)|[\w.]{1,60})\](?=:)/y;

export const AFTER_STRING = /^[\s,)}\]>;:=.+…'"`|]?$/;
export const ELLIPSIS_OF_STRING = /\.\.\. \d{1,9} more characters?/y;
export const KEY_SIGN = /=>|[=:](?![=:>])|=(?=:[a-z])/y;
/** The type of a value, and how long it is. */
export const GO_CAST =
  /(?:len=\d{1,9}(?: cap=\d{1,9})?|\*{0,2}(?:\[\]|map\[\w{1,40}\])?\*?[A-Za-z][\w.]{0,80})\) ?(?=[("[{<]|nil\b|true\b|false\b|[-\d])/y;
