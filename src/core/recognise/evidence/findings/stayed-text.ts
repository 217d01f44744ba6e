import { type EngineId, formatList } from '../../../formats/index.ts';
import { familyOf, formatsOfParser, isStray, type ModelFamily } from '../../../catalogue/index.ts';
import { engineAmong } from '../engine-among.ts';
import { declaresAlways, isHosted, type Writer } from '../evidence.ts';
import type { Around, Reason } from './reason.ts';
import type { TextReading } from '../calls/text-reading.ts';
import { ofListTags } from './list-tags.ts';
import { isAfterToken, ollamaFirst, ollamaUndeclared, otherOpener } from './other-opener.ts';
import { unfitTemplate } from './unfit-parser.ts';

/** The command that starts the server is in the paste. */
export const withoutParser: Reason = { cause: 'parser-off', says: 'The command switches no tool parser on.' };

/** Source: aider.chat/docs/more/edit-formats.html: it sends no tools, and reads a file, a block or a diff in the text */
const OF_AIDER: Reason = {
  cause: 'no-tools',
  says: 'aider sends no tools: it reads the changed file from the text, in its own edit format.',
  headline: 'aider sends no tools: it reads the changed file from the text, in its own edit format.',
  fix: 'Ask for the change itself, not for a tool, and clear the chat (`/clear`). If that repeats, choose a stronger model or a larger context.',
};

/** Why a sound call stayed text. */
export function offReasons(reading: TextReading, around: Around, text: string, isStream: boolean): readonly Reason[] {
  const { request, sendsTools, named, parser, templateParser, model, isStartedWithoutParser } = around;
  const noTools: Reason = {
    cause: 'no-tools',
    says: `${sendsNone(around)}, so the server does not look for calls.`,
  };
  const off: Reason = {
    cause: 'parser-off',
    says: 'The server did not parse the call: its tool parser is off, or reads another format.',
  };
  if (around.readsEdits) return [OF_AIDER];
  if (sendsTools === false || request?.forbids === true) {
    const forbidden: Reason = { cause: 'no-tools', says: 'The request has `tool_choice: none`.' };
    return [sendsTools === false ? noTools : forbidden, off];
  }
  if (isStartedWithoutParser) return [withoutParser];
  if (around.showsNoTools) return [UNSHOWN];
  if (reading.endedBy !== undefined) return [endedReason(reading.endedBy)];
  const started = otherStart(reading, text, around);
  if (started !== null) return [started];
  const engine = engineAmong(named);
  const isSent = around.comesSometimes || sendsTools === true;
  const isRead = isSent && engine === 'ollama';
  const isLogged = request !== null || around.logsTools;
  const late = isRead
    ? (ollamaFirst(reading, text) ?? (isLogged ? null : ollamaUndeclared(reading, text, around)))
    : null;
  if (late !== null) return [late];
  const tokenFirst = engine === 'ollama' && isAfterToken(reading, text) ? ollamaFirst(reading, text) : null;
  if (tokenFirst !== null) return [tokenFirst];
  const listed = ofListTags(reading, around);
  if (listed !== null && engine !== null) return [listed];
  if (around.comesSometimes) return [slipped(reading, named)];
  const reasons: Reason[] = [];
  const family = model === null ? null : familyOf(model);
  const asked = askedFor(reading, engine, parser, templateParser);
  const foreign = asked ?? foreignTo(reading, engine, parser, family);
  // Of an unknown server the tags say what it did not read, and not that the model should have written others.
  const isUnknown = parser === null && named.length === 0 && !reading.isBare && reading.format !== null;
  if (foreign !== null && isUnknown) reasons.push(off);
  if (foreign !== null) reasons.push(foreign);
  const read = parser === null ? [] : formatsOfParser(engine ?? 'vllm', parser);
  if (parser !== null && reading.format !== null && read.includes(reading.format)) {
    if (readsList(around) && engine === 'vllm' && /\w/.test(text.slice(0, reading.span?.from).replace(/<[^>]*>/, '')))
      return [
        {
          cause: 'other-format',
          says: `The parser \`${parser}\` takes a list of calls alone, and words are before this one.`,
          fix: 'Say in the prompt that a reply with calls holds the list and nothing else. The client can read this one from the text.',
        },
      ];
    const missing = missingMarker(reading, text, parser);
    const opener = otherOpener(reading, text, { around, parser, missing, isStream });
    if (opener !== null && opener !== 'taken') return [opener];
    if (missing === null || opener === 'taken') return untaken(parser, sendsTools);
    const looks = `The parser \`${parser}\` looks for \`${missing}\``;
    const other = /<[^\s<>]{3,40}>(?=\s{0,8}$)/.exec(text.slice(0, reading.span?.from))?.[0];
    return [
      other?.slice(0, ALIKE) !== missing.slice(0, ALIKE)
        ? { cause: 'other-format', says: `${looks}, which the text lacks.` }
        : { cause: 'other-format', says: `${looks}, and the text has \`${other}\`.`, fix: IN_PLACE },
    ];
  }
  const isWritten = named.some(isClosed) && family === null;
  // They parse by the model, as soon as tools are sent: what came as text was asked without any.
  const parsesAlways = isWritten || named.some((one) => one === 'ollama' || one === 'llamacpp');
  if (parsesAlways && sendsTools === null && !named.some(declaresAlways))
    reasons.push({
      ...noTools,
      says: 'The server parses calls as soon as the request declares tools. It seems to declare none.',
    });
  if (reading.undeclared.length > 0 && engine !== 'vllm')
    reasons.push({ cause: 'unknown-tool', says: `The request does not declare \`${reading.undeclared[0] ?? ''}\`.` });
  const unopened = isWritten || named.some(declaresAlways) ? unopenedTag(reading, text) : null;
  // A parser that the paste names is on, and another one reads nothing of a model that left its format.
  const isOff = foreign === null || (parser === null && !isStray(model, reading.format));
  if (unopened !== null || (isOff && !reasons.includes(off))) reasons.push(unopened ?? (isWritten ? WRITTEN : off));
  if (sendsTools === null && !parsesAlways) reasons.push({ ...noTools, says: 'Or the request declared no tools.' });
  return reasons;
}

/** That no tools are sent, as the beginning of a sentence. */
export function sendsNone({ request }: Around): string {
  return request === null ? 'The code sends no `tools`' : 'The request declares no tools';
}

/** Source: lmstudio-bug-tracker#2388 */
export const UNSHOWN: Reason = {
  cause: 'no-tools',
  says: 'By the words in the paste, the prompt holds no tools: the model only imitates a call.',
  fix: 'Get the tools into the prompt: send them, and choose a chat template, or a model, that prints them. Then look at the prompt again.',
};

/** A parser may end the call at a marker in a text of it: vllm#48353. */
export function endedReason(marker: string): Reason {
  const says = `The call is whole, but a text in it holds \`${marker}\`, where many parsers end the call.`;
  return {
    cause: 'lost',
    says,
    headline: says,
    fix: 'Read this call from the text in the client, or keep that marker out of what the model writes. If other calls come as text too, look at the parser of the server.',
  };
}

/** The same setup takes other calls: its parser is on, and tools are sent. */
export function slipped({ isBare, format }: TextReading, named: Around['named']): Reason {
  const isProviders = engineAmong(named) === null && named.some(isHosted);
  return {
    cause: 'other-format',
    says: 'By the words in the paste, this comes only now and then: tools are sent, and other calls are parsed.',
    fix:
      isBare && format === 'raw-json'
        ? 'Choose a newer or a larger model, or send fewer tools: this one leaves its format now and then.'
        : isProviders
          ? 'Choose another provider for this model, or send the request again: this one does not parse all of its calls.'
          : 'Compare the text with one that was parsed: words or other markers around the call keep a parser from it. Update the server as well.',
  };
}

/** The chat template asks for the format that the text has, and the parser reads another one; null where they agree. */
function askedFor(
  { format }: TextReading,
  engine: EngineId | null,
  parser: string | null,
  templateParser: string | null,
): Reason | null {
  const isAsked = format !== null && formatsOfParser('vllm', templateParser ?? '').includes(format);
  return isAsked ? unfitTemplate(engine, parser, templateParser) : null;
}

/**
 * The token before the JSON of Llama 4, which the parsers of Llama’s JSON in vLLM do not know: they read such a text, but no stream of
 * it. Null for others. Source: vllm#16214, llama_tool_parser.py
 */
export function otherStart({ format, span }: TextReading, text: string, { parser, named }: Around): Reason | null {
  const before = format === 'llama3-json' ? text.slice(0, span?.from ?? 0).trimEnd() : '';
  const isRead = parser !== null && /^llama[34]_json$/.test(parser) && !named.includes('sglang');
  if (!isRead || !before.endsWith('<|python_start|>')) return null;
  return {
    cause: 'other-format',
    says: `Streams and older releases of \`${parser}\` want the call first, and \`<|python_start|>\` is before this one.`,
    fix: 'Update vLLM, and send the request with `stream: false`. Or start it with `--tool-call-parser llama4_pythonic` and the chat template of that name.',
  };
}

/** The marker of the format, where a text has a call in it without that marker: Callscope reads more than parsers do. */
function missingMarker({ format }: TextReading, text: string, parser: string): string | null {
  const { tier, example = '' } = formatList.find(({ id }) => id === format) ?? {};
  const [first] = (tier === 'marked' ? /^(?:<[^\s>]{2,40}>|\[[A-Z_]{4,20}\])/.exec(example) : null) ?? [];
  // The parsers of DeepSeek V3.2 and V4 differ in the name of the section.
  const marker = /(?:v?32|v3\.2)$/.test(parser) ? first?.replace('tool_calls', 'function_calls') : first;
  return marker === undefined || text.includes(marker) ? null : marker;
}

/** So much of a marker tells its dialect: `<｜DSML`. */
const ALIKE = 6;
const IN_PLACE =
  'Update the server, or read the call from the text in the client. Only the marker around it is another one.';

/** Whether the parser, or the model, is one of lists of Python calls. */
export function readsList({ named, parser, model }: Around): boolean {
  const formats =
    parser === null
      ? model === null
        ? []
        : (familyOf(model)?.formats ?? [])
      : formatsOfParser(engineAmong(named) ?? 'vllm', parser);
  return formats.includes('pythonic');
}

/** The parser that the paste names reads the format, and the call is text nevertheless: who writes it was shown tools. */
function untaken(parser: string, sendsTools: Around['sendsTools']): readonly Reason[] {
  const lost: Reason = {
    cause: 'lost',
    says: `The parser \`${parser}\` reads this format, and did not take the call.`,
    fix: 'Update the server, and look in its log for an error of the parser.',
  };
  return sendsTools === null ? [lost, { cause: 'no-tools', says: 'Or the request declared no tools.' }] : [lost];
}

/** Providers whose models write calls in no text that anybody parses. */
function isClosed(writer: Writer): boolean {
  return writer === 'openai' || writer === 'anthropic' || writer === 'gemini';
}

const WRITTEN: Reason = {
  cause: 'other-format',
  says: 'The model itself wrote the call as text, and the provider looks for none there.',
  fix: 'Start a new session, or take such texts out of the history: models copy what it shows.',
};

/** A word alone on the line before the tags of Anthropic, which its API takes with their own opening tag only: claude-code#69134. */
function unopenedTag({ span }: TextReading, text: string): Reason | null {
  if (span === null || !text.startsWith('<invoke', span.from)) return null;
  const word = /(?:^|\n)[ \t]{0,8}([a-z]{2,20})\s{1,4}$/i.exec(text.slice(Math.max(0, span.from - 40), span.from))?.[1];
  if (word === undefined) return null;
  return { ...WRITTEN, cause: 'damaged', says: `The call has no opening tag: the word \`${word}\` is in its place.` };
}

/** Whether the text is in another format than the parser reads, or than the model was trained on. */
export function foreignTo(
  { format }: TextReading,
  engine: EngineId | null,
  parser: string | null,
  family: ModelFamily | null,
): Reason | null {
  const read = parser === null ? [] : formatsOfParser(engine ?? 'vllm', parser);
  if (read.length > 0)
    return format !== null && read.includes(format)
      ? null
      : { cause: 'other-format', says: `The parser \`${parser ?? ''}\` reads another format.` };
  const own = family?.formats ?? [];
  if (family === null || own.length === 0)
    return format === null ? { cause: 'other-format', says: 'No server reads this form.' } : null;
  if (format !== null && format === family.strays)
    return { cause: 'other-format', says: `${family.name} leaves the tags of its format out.` };
  return format !== null && own.includes(format)
    ? null
    : { cause: 'other-format', says: 'The model was trained on another format.' };
}
