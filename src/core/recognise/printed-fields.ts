import { CLASS_KEY, pythonToJson } from './python-json.ts';

/**
 * JSON for what `print` of Python makes of a pydantic model: `content='…' additional_kwargs={} id='run-1'`. A message of
 * LangChain does not say its class there. Null for what is no such text.
 */
export function printedFields(text: string): string | null {
  const source = text.trim();
  if (!/^[a-z_]{2,40}=['"[{A-Z0-9-]/.test(source)) return null;
  const fields: string[] = [];
  let from = 0;
  let depth = 0;
  for (let at = 0; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (character === "'" || character === '"') at = afterString(source, at, character);
    else if (character === '(' || character === '[' || character === '{') depth += 1;
    else if (character === ')' || character === ']' || character === '}') depth -= 1;
    else if (character === ' ' && depth === 0 && /^ [a-z_]{1,60}=/.test(source.slice(at, at + 62))) {
      fields.push(source.slice(from, at));
      from = at + 1;
    }
  }
  fields.push(source.slice(from));
  if (fields.length < 2) return null;
  const isLangchain = fields.some((field) => /^(?:additional_kwargs|response_metadata)=/.test(field));
  const json = pythonToJson(`${isLangchain ? 'AIMessage' : 'Model'}(${fields.join(', ')})`);
  return isLangchain || json === null ? json : json.replace(`{"${CLASS_KEY}":"Model",`, '{');
}

/** The closing quote of a string that begins at `from`. */
function afterString(text: string, from: number, quote: string): number {
  let at = from + 1;
  while (at < text.length && text.charAt(at) !== quote) at += text.charAt(at) === '\\' ? 2 : 1;
  return at;
}
