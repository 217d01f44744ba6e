import { at, type Fields, fieldsOf, listOf, textOf, unpacked } from '../values.ts';
import { contentText } from './message.ts';
import { speakerOf } from './speaker.ts';

/** What a log calls the prompt, the surest first. */
const NAMES = ['prompt_version', 'promptVersion', 'prompt_name', 'promptName', 'prompt_id', 'promptId'];
/** A longer system prompt is told by its beginning and its end. In UTF-16 units. */
const LONGEST = 90;

/** With which prompt a record was answered: the name that the log has for it, a tag, or the system prompt. Null for none. */
export function promptNameOf(record: Fields): string | null {
  const inside = ['metadata', 'request_metadata', 'attributes'].flatMap((key) => inner(record, key));
  for (const one of [record, ...inside])
    for (const name of NAMES) {
      const found = nameIn(at(one, name));
      if (found !== null) return found;
    }
  const tags = ['request_tags', 'tags'].flatMap((key) => listOf(unpacked(at(record, key))));
  const tag = tags.find((one) => typeof one === 'string' && /^prompt\b/i.test(one));
  return nameIn(tag) ?? systemOf(record);
}

function nameIn(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : textOf(value);
  return text === null || text.trim() === '' || text.length > LONGEST ? null : text;
}

/** The beginning of the system prompt, with the end of one that is long: versions often differ in their last words. */
function systemOf(record: Fields): string | null {
  const holders = [
    record,
    ...['body', 'request', 'input', 'proxy_server_request'].flatMap((key) => inner(record, key)),
  ];
  for (const holder of holders) {
    const messages = ['messages', 'input', 'prompt'].flatMap((key) => [...listOf(unpacked(at(holder, key)))]);
    const system = messages.map((item) => fieldsOf(item)).find((one) => one !== null && speakerOf(one) === 'system');
    const text = (textOf(at(holder, 'system')) ?? contentText(at(system ?? null, 'content')) ?? '').trim();
    if (text !== '') return text.length <= LONGEST ? text : `${text.slice(0, 60)}…${text.slice(-29)}`;
  }
  return null;
}

function inner(record: Fields, key: string): Fields[] {
  const found = fieldsOf(unpacked(at(record, key)));
  return found === null ? [] : [found];
}
