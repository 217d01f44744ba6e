/** A text format as a user defines it: a few markers, and how the call between them is written. */
export interface CustomFormat {
  readonly open: string;
  /** '' where a JSON body ends the call. */
  readonly close: string;
  /**
   * `json`: an object with the name and the arguments. `named-json`: the name, then an object of arguments.
   * `tagged`: the name, then keys and raw values between markers. `python`: call expressions.
   */
  readonly body: 'json' | 'named-json' | 'tagged' | 'python';
  /** The keys of `json`. */
  readonly nameKey: string;
  readonly argumentsKey: string;
  /** What ends the name of `named-json` and `tagged`; '' for the end of the line. */
  readonly nameEnd: string;
  /** What is before a key, between key and value, and after a value of `tagged`. */
  readonly keyOpen: string;
  readonly keyEnd: string;
  readonly valueEnd: string;
}

/** The longest marker or key, in UTF-16 units. */
export const longestMarker = 100;

/** The definition that the runtime and the form begin with. */
export const firstCustomFormat: CustomFormat = {
  open: '<call>',
  close: '</call>',
  body: 'json',
  nameKey: 'name',
  argumentsKey: 'arguments',
  nameEnd: '',
  keyOpen: '<arg=',
  keyEnd: '>',
  valueEnd: '</arg>',
};

type Field = keyof CustomFormat;

/** The fields that a kind of body makes use of, besides those of every format. */
const fieldsOf: Readonly<Record<CustomFormat['body'], readonly Field[]>> = {
  json: ['nameKey', 'argumentsKey'],
  'named-json': ['nameEnd'],
  tagged: ['nameEnd', 'keyOpen', 'keyEnd', 'valueEnd'],
  python: [],
};

/** The fields that count, in the order of the form. */
export function customFields(body: CustomFormat['body']): readonly Field[] {
  return ['open', 'close', 'body', ...fieldsOf[body]];
}

const mayBeEmpty = (field: Field, body: CustomFormat['body']): boolean =>
  field === 'nameEnd' || (field === 'close' && (body === 'json' || body === 'named-json'));

/** Why calls cannot be read by this definition: a sentence about one of its fields. Null when they can. */
export function customFormatProblem(format: CustomFormat): { readonly field: Field; readonly message: string } | null {
  for (const field of customFields(format.body)) {
    if (field === 'body') continue;
    const message = markerProblem(format[field], field, format.body);
    if (message !== null) return { field, message };
  }
  const { open, close, body, keyOpen, keyEnd, valueEnd } = format;
  if (open === close)
    return { field: 'close', message: 'The opener and the closer are the same. Make them different.' };
  if (close !== '' && open.startsWith(close) && !isFence(open))
    return {
      field: 'close',
      message: 'The opener begins with the closer, so every opener would close a call. Change one of them.',
    };
  if (body === 'json' && ['{', '[', '"'].includes(open))
    return {
      field: 'open',
      message: 'Bare JSON begins with this character and needs no opener. Choose every format instead.',
    };
  if (open.startsWith('`') && !open.startsWith('```'))
    return { field: 'open', message: 'A backtick begins inline code. Use three of them, or another character.' };
  if (body !== 'tagged') return null;
  if ([open, close].includes(keyOpen))
    return { field: 'keyOpen', message: 'The call itself has this opener or closer. Choose another marker.' };
  if (keyEnd === keyOpen)
    return { field: 'keyEnd', message: 'The marker before the key is the same. Choose another one.' };
  if ([open, close, keyOpen].includes(valueEnd))
    return { field: 'valueEnd', message: 'This marker already has another meaning. Choose another one.' };
  return null;
}

/** The opener of a code block may begin with its closer. */
function isFence(open: string): boolean {
  return open.startsWith('```') || open.startsWith('~~~');
}

function markerProblem(marker: string, field: Field, body: CustomFormat['body']): string | null {
  if (marker === '')
    return mayBeEmpty(field, body)
      ? null
      : field === 'open'
        ? 'The opener is empty. Write one: only the opener tells a call from other text.'
        : 'This field is empty. Write a marker: this kind of body needs it.';
  if (marker.length > longestMarker)
    return `This marker is longer than ${String(longestMarker)} characters. Choose a shorter one.`;
  if (marker.trim() !== marker) return 'The parser skips white space around markers. Remove it here.';
  if (/[\n\r]/.test(marker)) return 'The marker has a line break. Keep it on one line.';
  return null;
}

/** Openers that others act on, the first that fits counts. Sources: the reasoning parsers and tool parsers of vLLM and SGLang. */
const taken: readonly (readonly [opener: RegExp, what: string])[] = [
  [
    /^(?:<(?:\w+:)?(?:think|thinking|thought|reasoning)>|\[THINK\]|◁think▷)/i,
    'Reasoning parsers of servers take what follows this marker for thinking: the tool parser never sees the call.',
  ],
  [
    /^<tool_call>/,
    'Tool parsers of servers look for this marker, such as `hermes`. Reasoning parsers such as `qwen3` end the thinking at it.',
  ],
  [
    /^<(?:\w+:)?(?:tool_calls?|tool|tools|function_calls?|function|invoke)\b|^<[|｜]|^\[TOOL_CALLS|^functools\[/,
    'Parsers of servers look for this marker, or for one that begins like it. Run the server without a tool parser.',
  ],
  [/^(?:```|~~~)/, 'Models write code blocks in answers as well. Each block with this beginning is read as a call.'],
];

/** Who else acts on the opener, in a sentence or two; null where nobody is known to. */
export function customFormatWarning({ open }: CustomFormat): string | null {
  return taken.find(([opener]) => opener.test(open))?.[1] ?? null;
}

/** How a call would be written. */
export function customFormatExample(format: CustomFormat): string {
  const { open, close, nameKey, argumentsKey, nameEnd, keyOpen, keyEnd, valueEnd } = format;
  const name = `ring_bell${nameEnd === '' ? '\n' : nameEnd}`;
  const bodies = {
    json: JSON.stringify({ [nameKey]: 'ring_bell', [argumentsKey]: { times: 2 } }),
    'named-json': `${name}{"times":2}`,
    tagged: `${name}${keyOpen}times${keyEnd}2${valueEnd}`,
    python: 'ring_bell(times=2)',
  };
  const body = bodies[format.body];
  return isFence(open) ? `${open}\n${body}\n${close}` : `${open}${body}${close}`;
}
