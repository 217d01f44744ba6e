import type { ToolDefinition } from '../../../tools/index.ts';
import { TagRepair } from './xml-repair.ts';
import { CLOSE, FUNCTION, FUNCTION_END, OPEN, PARAMETER, PARAMETER_END, type XmlCode } from './xml-words.ts';

/** What the preparation asks those that read the calls. */
interface Surroundings {
  /** The declared type of a parameter of the function that is open. */
  typeOf(parameter: string): string;
  /** Says something of the element that is looked at. */
  note(code: XmlCode): void;
}

/** `_preprocess_xml_chunk`: makes XML of elements. Values that are read as Python literals are collected first. */
export class XmlPreparation {
  /** A value that was collected, until it is read; null where it goes through the XML parser as it comes. */
  deferred: string | null = null;
  /** Where the collected value begins. */
  collectedFrom = 0;
  readonly #isStep: boolean;
  readonly #repair: TagRepair | null;
  readonly #around: Surroundings;
  /** Whether a parameter has just begun or is collected, and under which name. */
  #collects = false;
  #collected: string[] = [];
  #name: string | null = null;

  constructor(tools: readonly ToolDefinition[], isStep: boolean, around: Surroundings) {
    this.#isStep = isStep;
    this.#repair = isStep ? new TagRepair(tools) : null;
    this.#around = around;
  }

  reset(): void {
    this.deferred = null;
    this.#collects = false;
    this.#collected = [];
    this.#name = null;
  }

  /**
   * The element as XML. Nothing while a value is collected.
   *
   * @param from where the element begins
   * @param isInCall whether a call is open
   * @param open the name of the function that is open
   */
  prepared(element: string, from: number, isInCall: boolean, open: string | null): string {
    let chunk = element;
    const isCallTag = [OPEN, CLOSE, FUNCTION, FUNCTION_END, PARAMETER, PARAMETER_END].some((tag) =>
      element.startsWith(tag),
    );
    const isTag = isCallTag || (this.#isStep && /^<function[ a-zA-Z_]/.test(element));
    if (this.#repair !== null && (isInCall || /^<(?:function|parameter)/.test(element))) {
      chunk = this.#repair.repaired(element, open);
      if (chunk !== element) this.#around.note('tag-repaired');
    }
    const processed = named(named(chunk, 'function'), 'parameter');
    if (this.#collects) return this.#collectedText(chunk, processed, from);
    if (processed.startsWith('<parameter name=')) {
      const name = /^<parameter name="([^"]+)">/.exec(processed);
      if (name !== null) this.#name = name[1] ?? null;
      this.#collects = true;
      this.#collected = [];
      return processed;
    }
    return isTag ? processed : escapedXml(processed);
  }

  #collectedText(chunk: string, processed: string, from: number): string {
    if (processed.startsWith(PARAMETER_END)) {
      const text = this.#collected.join('');
      this.reset();
      this.deferred = text;
      return `${escapedXml(text)}${PARAMETER_END}`;
    }
    if (this.#collected.length === 0) {
      const type = this.#name === null ? 'string' : this.#around.typeOf(this.#name);
      const waits = isList(type) || (type === 'object' && /[[{(]/.test(chunk) && chunk.includes("'"));
      if (!waits) {
        this.#collects = false;
        if (chunk.startsWith('<')) this.#around.note('tags-in-value');
        return escapedXml(chunk);
      }
      this.collectedFrom = from;
    }
    if (chunk !== '') this.#collected.push(chunk);
    return '';
  }
}

/** `<function=NAME>` becomes `<function name="NAME">`. */
function named(text: string, tag: string): string {
  return text.includes(`<${tag}=`)
    ? text.replaceAll(new RegExp(`<${tag}=([^>]+)>`, 'g'), (_match, name: string) => `<${tag} name="${name}">`)
    : text;
}

function escapedXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
}

/** The types whose values are collected, and read as Python literals. */
export function isList(type: string): boolean {
  return /^(?:(?:array|arr|sequence)$|dict|list)/.test(type);
}
