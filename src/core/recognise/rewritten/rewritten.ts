import { decodeBase64 } from '../../log/index.ts';
import { decodeUtf8, withoutEntities } from '../../text/document/index.ts';
import { indentedJson, yamlText } from './indented.ts';
import { isLogLine } from '../logs/log-text.ts';
import { hasMarkup } from '../markup.ts';
import { messageList } from '../bodies/conversation.ts';
import { chunksOfLines } from '../bodies/message-chunks.ts';
import { pipelineTalk } from './pipeline.ts';
import { printedBytes } from './printed-bytes.ts';
import { chatLogOf, CLASS_KEY, snakeCase } from '../printed/index.ts';
import { kernelResponse } from './kernel-print.ts';
import { withOwnPrint } from './own-print.ts';
import { sdkIn } from './sdk-print.ts';
import { tableJson } from './tables.ts';
import { FEWEST_TOKENS, joinedTokens, tokensOfLines } from './token-lines.ts';
import { unfolded } from './unfolded.ts';
import { readValue } from '../values.ts';
import { messageOf } from '../message/index.ts';
import { requestOf } from '../bodies/request.ts';
import { responseOf } from '../bodies/response.ts';
import { at, itemsOf, jsonSource, keysOf, slice, type Source, stringOf } from '../sources.ts';

/**
 * What a program tells of a reply in a way of its own, as the text that others would show: the tokens one by one, or a console
 * that lays calls out. Null for any other text. Linear.
 *
 * @param value the one value that the text holds; null where it holds none
 */
export function rewritten(text: string, value: Source | null): string | null {
  const plain =
    straightened(text) ??
    (value === null ? (inElement(text) ?? (isEscapedForHtml(text) ? withoutEntities(text) : null)) : null);
  if (plain !== null) return rewritten(plain, readValue(plain)) ?? plain;
  return (
    tokensOf(text, value) ??
    autoGenMessages(text) ??
    finalOutput(text) ??
    (value === null
      ? null
      : (kernelResponse(value) ?? shownIn(value) ?? pairsIn(value) ?? withSnakeKeys(value) ?? sdkIn(text)[0]?.text)) ??
    (text.includes('"AIMessageChunk"')
      ? chunksOfLines(value === null ? text.split('\n') : itemsOf(value).map(slice))
      : null) ??
    (value === null
      ? (chatLogOf(text)?.json ??
        pipelineTalk(text) ??
        deltasOfYaml(text) ??
        indentedJson(text) ??
        unfolded(text) ??
        printedBytes(text) ??
        tableJson(text) ??
        decoded(text) ??
        withOwnPrint(text))
      : null)
  );
}

const BENT =
  /^\s{0,200}(?:b'|data: )?(?:[{[]\s{0,200}){0,4}[“”]\w{1,40}[“”]\s?:|[“”](?:choices|messages?|tool_calls|role|error|object|finish_reason|done|delta)[“”]\s?:\s?(?:[“”{[]|null\b|true\b|false\b|\d)/;

/** Word processors and chats bend quotes: those of JSON, and of what servers and clients write around a reply. */
function straightened(text: string): string | null {
  return BENT.test(text) && !text.includes('"') ? text.replaceAll(/[“”]/g, '"') : null;
}

/** A text that came through the encoding of something else: UTF-16 as bytes, base64, HTML, an address; colours inside of words. */
function decoded(text: string): string | null {
  // eslint-disable-next-line no-control-regex -- what a terminal and UTF-16 put between letters
  const isSpread = /^\W?\0?\S\0\S\0/.test(text.slice(0, 8)) || /[\w<"]\u001b\[[0-9;]{0,32}m\w/.test(text);
  // eslint-disable-next-line no-control-regex -- the same
  if (isSpread) return text.replaceAll(/\0|\u001b\[[0-9;]{0,32}m/g, '');
  const head = text.slice(0, 200);
  const base64 = /^\s*data:[\w/+.-]{1,60}(?:;[\w=-]{1,30})?;base64,/.exec(head);
  if (base64 !== null) return decodeUtf8(decodeBase64(text.slice(base64[0].length).trim()));
  const isAddress = /^\s*(?:[\w.]{1,40}=)?(?:%7B|%5B|%3C)\S*\s*$/i.test(text);
  return isAddress ? fromAddress(text.trim().replace(/^[\w.]{1,40}=/, '')) : null;
}

/** The element in which a page shows code. */
const ELEMENT = /^\s*<pre\b[^<>]{0,200}>\s*(?:<code\b[^<>]{0,200}>)?|^\s*<code\b[^<>]{0,200}>/i;
const ELEMENT_END = /(?:<\/code>)?\s*<\/pre>\s*$|<\/code>\s*$/i;

/** What a page shows in an element for code, copied with that element; null where it is no data and no call. */
function inElement(text: string): string | null {
  const opened = ELEMENT.exec(text.slice(0, 500))?.[0].length ?? 0;
  const closed = opened === 0 ? 0 : (ELEMENT_END.exec(text.slice(-40))?.[0].length ?? 0);
  if (closed === 0) return null;
  const shown = withoutEntities(text.slice(opened, -closed));
  return readValue(shown) !== null || hasMarkup(shown) ? shown : null;
}

/** A page or a mail escapes all that it shows. A reply that has entities in its values has its own markup and quotes beside them. */
function isEscapedForHtml(text: string): boolean {
  const head = text.slice(0, 200);
  const isValue = /^\s*(?:&lt;[\w/|]|[{[]\s*&(?:quot|#34);)/.test(head);
  return isValue
    ? !text.includes('<')
    : !/["<>]/.test(text) && /&(?:quot|#34|lt);[^]*&(?:quot|#34|gt);/.test(text.slice(0, MOST_ESCAPED));
}

/** So much of a text is looked at for what a page escapes. In UTF-16 units. */
const MOST_ESCAPED = 100_000;

function fromAddress(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

/** So many lines of a log may be before the tokens. */
const MOST_LOGGED = 20;

/** A response or messages with the keys of C# and Go (`"Choices"`), as JSON with those that all others have. */
export function withSnakeKeys(value: Source): string | null {
  const [first = value] = itemsOf(value);
  const keys = keysOf(first);
  // Boto has one such key among others.
  if (keys.length === 0 || keys.some((key) => /^[a-z]/.test(key))) return null;
  const json = slice(value)
    .replaceAll(/"([A-Z][A-Za-z]{1,30})"(?=\s{0,4}:)/g, (_, key: string) => `"${snakeCase(key)}"`)
    .replaceAll(/\{\s{0,40}"label":\s?("\w+")\s{0,40}\}/g, '$1');
  const source = jsonSource(json);
  if (source === null) return null;
  const response = responseOf(source);
  // A role that nobody has is a key of other data.
  const known =
    response?.shape === 'openai-message' ? messageOf(source) : (response ?? messageList(source) ?? requestOf(source));
  return known === null ? null : json;
}

/** The text of tokens: a list of strings, or lines with one string each, after the same words and any number; lines of a log may be before them. */
function tokensOf(text: string, value: Source | null): string | null {
  if (value !== null) return value.node.kind === 'array' ? joinedTokens(itemsOf(value).map(stringOf)) : null;
  const whole = joinedTokens(tokensOfLines(text));
  if (whole !== null) return whole;
  let from = 0;
  for (let line = 0; line < MOST_LOGGED && isLogLine(text.slice(from, from + 400)); line += 1)
    from = text.indexOf('\n', from) + 1 || text.length;
  const joined = from === 0 ? null : joinedTokens(tokensOfLines(text.slice(from)));
  return joined === null ? null : `${text.slice(0, from)}raw output: ${joined}`;
}

/** The history of a chat of text-generation-webui (modules/chat.py), which has pairs of what was asked and answered, as messages. */
function pairsIn(value: Source): string | null {
  const pairs =
    at(value, 'visible') === null ? [] : itemsOf(at(value, 'internal')).map((pair) => itemsOf(pair).map(stringOf));
  const messages = pairs.flatMap(([asked = null, answered = null]) => [
    ...(asked === null || /^(?:<\|BEGIN-VISIBLE-CHAT\|>)?$/.test(asked) ? [] : [{ role: 'user', content: asked }]),
    ...(answered === null ? [] : [{ role: 'assistant', content: answered }]),
  ]);
  return messages.length === 0 ? null : JSON.stringify(messages);
}

/** What the last cell of a Jupyter notebook shows that has the signs of a call or of data. */
function shownIn(notebook: Source): string | null {
  const cells = at(notebook, 'nbformat') === null ? [] : itemsOf(at(notebook, 'cells'));
  const shown = cells.map((cell) => itemsOf(at(cell, 'outputs')).flatMap(linesOf).join(''));
  return shown.findLast(hasMarkup) ?? null;
}

/** A stream or a result has its lines in a list, or is one string. */
function linesOf(output: Source): string[] {
  const data = at(output, 'data');
  const text = at(output, 'text') ?? at(data, 'text/plain');
  return text === null
    ? []
    : [
        stringOf(text) ??
          itemsOf(text)
            .flatMap((line) => stringOf(line) ?? [])
            .join(''),
      ];
}

/** A piece of a reply in the YAML of events, as Home Assistant's debugger of pipelines shows them. */
const DELTA = /^ *chat_log_delta:\n *(?:role: \w{1,20}\n *)?content: (.*)$/gm;

function deltasOfYaml(text: string): string | null {
  const pieces = text.includes('chat_log_delta:') ? [...text.matchAll(DELTA)] : [];
  return pieces.length < FEWEST_TOKENS ? null : pieces.map(([, piece = '']) => yamlText(piece)).join('');
}

/** What the OpenAI Agents SDK for Python prints of a run (`agents/util/_pretty_print.py`): its last answer, which is indented. */
function finalOutput(text: string): string | null {
  const shown = /^RunResult\w{0,20}:\n(?:- [^\n]*\n){0,4}- Final output \(str\):\n((?:(?: {4}[^\n]*)?\n)+)/m.exec(text);
  const content = shown?.[1]?.replaceAll(/^ {4}/gm, '').trimEnd();
  return content === undefined ? null : JSON.stringify({ [CLASS_KEY]: 'FinalOutput', text: content });
}

/** A call or a result on the console of AutoGen 0.2 and AG2 (`ConversableAgent._print_received_message`), with the words before it. */
const STEP =
  /(?:\):\n((?:(?!---)[^*]){1,4000}?)\n)?\*{5} (?:Suggested|Response from) [a-z ]{4,20}(?: \((.{1,80}?)\))?(?:: (.{1,100}?))? \*{5,}\n(?:Arguments: ?\n)?([^]{0,20000}?)\n\*{5,}$/gm;

/** The calls and results of AutoGen's console, as a list of messages. */
function autoGenMessages(text: string): string | null {
  const steps = text.includes('***** Suggested ') ? [...text.matchAll(STEP)] : [];
  const messages = steps.map(([, words = '', id = 'call_1', name, body = '']) =>
    name === undefined
      ? { role: 'tool', tool_call_id: id, content: body }
      : {
          role: 'assistant',
          content: words.trim(),
          tool_calls: [{ id, type: 'function', function: { name, arguments: body } }],
        },
  );
  return messages.length === 0 ? null : JSON.stringify(messages);
}
