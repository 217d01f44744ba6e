import { at, keyed, type Said, saidIn } from '../index.ts';
import { familyOf } from '../../catalogue/index.ts';
import { modelOfRecord } from './paste/history.ts';
import type { Scene } from './paste/scene.ts';
import type { Settings } from './paste/settings.ts';

/** What answered says best which model it was, then settings, then what was asked for. */
export function modelOf(scene: Scene, settings: Settings): Said | null {
  const answered = scene.answers.findLast(({ model }) => model !== null)?.model;
  const records = scene.records.toReversed().map((record) => modelOfRecord(record));
  const ofRecords = records.find((one) => one !== null);
  // An error quotes the response that it is about.
  const quoted = scene.values.find((value) => keyed(value, 'choices') !== null || keyed(value, 'usage') !== null);
  const said = quoted === undefined ? null : saidIn(at(quoted, 'model'));
  const inQuoted = said !== null && /^\S+$/.test(said.text) ? said : null;
  return (
    answered ??
    settings.model ??
    ofRecords ??
    (scene.request ?? scene.sent.at(-1))?.model ??
    inQuoted ??
    modelInText(scene)
  );
}

const OLLAMA_MODEL = /\bregistry\.ollama\.ai\/(?:library\/)?([\w./:-]{1,120}) does not support/;
/** OpenAI, and Groq after it. */
const LIMITED_MODEL = /\bRate limit reached for (?:model )?[`']?([\w./:-]{2,120})[`']? in organization\b/;

/** A model that an error, code or a log names. */
function modelInText({ around, frame, answers }: Scene): Said | null {
  const error = answers.at(-1)?.error ?? null;
  const inError = [OLLAMA_MODEL, LIMITED_MODEL].flatMap((one) => one.exec(error?.text ?? '')?.[1] ?? [])[0];
  if (inError !== undefined) return { text: inError, span: error?.span ?? null };
  const patterns = [
    OLLAMA_MODEL,
    LIMITED_MODEL,
    /\b(?:(?!embed)\w{1,20}_)?model(?:_name|_id)? ?[=:] ?["'](?!NoneType\b)([\w./:-]{2,120})["']/,
    /\bmodel_name: ([\w.-]{2,60}\/[\w.:-]{2,80}),/,
    /\bmodel=([A-Za-z][\w.-]{1,40}\/[\w./:-]{2,80})/,
    /\bservice=llm providerID=\S{1,40} modelID=([\w./:@-]{2,120})/,
    // LiteLLM ends its errors so.
    /\bReceived Model Group=([\w./:@-]{2,80})/,
    // A line of a report or a console: `Model: ollama_chat/qwen3:8b with …`.
    /^\W{0,6}(?:main )?model(?:[ _](?:id|name))?\*{0,2}: {0,2}(?:\S{1,30} ?, )?[`"']?((?=[\w./@-]{0,80}[\d/:])[A-Za-z][\w./@-]{1,80}(?::[\w.-]{1,40})?)/im,
    /^(?: ?|\[[\d: -]{19}\]\[[A-Z]{4,5}\])\[([\w./:@-]{2,120})\] (?:Failed|Model generated|Generated|Running)/m,
  ];
  for (const pattern of patterns) {
    const found = pattern.exec(around);
    // The end of a sentence is no part of the name.
    const text = found?.[1]?.replace(/[.:]+$/, '');
    if (found === null || text === undefined) continue;
    const from = found.index + found[0].indexOf(text);
    return { text, span: frame.place({ from, to: from + text.length }) };
  }
  const tagged = answers.length === 0 ? TAGGED.exec(around) : null;
  const text = tagged?.[1] ?? '';
  if (tagged === null || familyOf(text) === null) return null;
  const to = tagged.index + tagged[0].length;
  return { text, span: frame.place({ from: to - text.length, to }) };
}

/** As Ollama names models, in the words of a person: `model qwen3:8b`. */
const TAGGED = /\bmodel:? [`"']?([A-Za-z][\w.-]{1,40}:(?=[\w.-]{0,20}\d)[\w.-]{0,20}\w)/i;
