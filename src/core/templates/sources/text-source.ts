import { goCallOf, isGoTemplate, templateOfModelfile } from './go-template.ts';
import { readJsonSource } from './json-source.ts';
import { problemWith, type SourceReading } from './template-source.ts';

/** The names under which Python's tools save templates. */
const templateNames = /\.(?:jinja2?|j2)$/i;
const jsonNames = /(?:^|[/\\])(?:tokenizer_config|chat_template|processor_config)[^/\\]*\.json$/i;
const modelfileNames = /(?:^|[/\\])modelfile[^/\\]*$/i;

/**
 * True where a file is meant as a chat template, so that a page that takes all kinds of files knows where it goes. A text alone
 * is taken for one only where it is JSON with a template, a Modelfile, or Jinja from end to end: a reply may hold braces as well.
 */
export function isTemplateFile(name: string | null, content: string): boolean {
  if (name !== null && [templateNames, jsonNames, modelfileNames].some((one) => one.test(name))) return true;
  const begin = content.slice(0, 200).trimStart();
  // The key alone would also be in a reply that speaks of it.
  if (begin.startsWith('{')) return /"chat_template"\s*:/.test(content) && readJsonSource(content, name).ok;
  return isChatTemplate(content) || templateOfModelfile(content) !== null;
}

/** True where all of a text is Jinja that goes over messages. A reply or a document that quotes Jinja has words around it. */
function isChatTemplate(content: string): boolean {
  const text = content.trim();
  return (
    // A model's own marker may be before the first tag and after the last.
    /^(?:[<[|]\S{0,60})?\{[%{#]/.test(text.slice(0, 80)) &&
    /(?:[%}#]\}|[>\]])$/.test(text.slice(-2)) &&
    /\{%-?\s{0,20}(?:for|if|set)\s[^%]{0,300}\bmessages\b/.test(text) &&
    /\{%-?\s{0,20}end(?:for|if)\s{0,20}-?%\}/.test(text)
  );
}

/** True where a pasted text is a chat template, or the JSON of a file that holds one: a request may carry one beside its messages. */
export function isPastedTemplate(content: string): boolean {
  if (/^\s*\{\s*"/.test(content.slice(0, 200)))
    return !/"(?:messages|choices|prompt)"\s*:/.test(content) && isTemplateFile(null, content);
  return isChatTemplate(content);
}

/** Reads the templates of a text: of a `.jinja` file, of JSON, or of a Modelfile. Never throws. */
export function readTextSource(content: string, name: string | null = null): SourceReading {
  const text = content.startsWith('\ufeff') ? content.slice(1) : content;
  if (text.trim() === '') return { ok: false, problem: { code: 'empty' } };
  const control = text.indexOf('\0');
  if (control >= 0) return { ok: false, problem: { code: 'binary', character: control } };
  const isNamedTemplate = name !== null && templateNames.test(name);
  if (!isNamedTemplate && (/^\s*\{\s*(?:"|\}|$)/.test(text.slice(0, 400)) || (name !== null && jsonNames.test(name)))) {
    return readJsonSource(text, name);
  }
  const go = templateOfModelfile(text) ?? (isGoTemplate(text) ? text : null);
  if (go !== null) {
    return { ok: true, source: { kind: 'go', templates: [], variables: {}, goCall: goCallOf(go) } };
  }
  const templates = [{ name: 'default', text }];
  const problem = problemWith(templates);
  if (problem !== null) return { ok: false, problem };
  return { ok: true, source: { kind: 'jinja', templates, variables: {}, goCall: null } };
}
