import { pythonDumps } from '../../../text/languages/index.ts';
import type { ToolDefinition } from '../../../tools/index.ts';
import { CLOSE, OPEN } from './block-notes.ts';
import { coderConfig, type CoderType, coderValue } from './coder-values.ts';
import { FUNCTION, FUNCTION_END, PARAMETER, PARAMETER_END } from './function-tags.ts';
import { withoutNewlines } from './sections.ts';
import { TagStream, type TagStep } from './tag-stream.ts';
import { dumpsRaises } from './typed-values.ts';
import { NextMarks } from './next-marks.ts';

/** What ends the value of a parameter. */
const ends = [PARAMETER_END, PARAMETER, FUNCTION_END];
const tags = [OPEN, CLOSE, FUNCTION, FUNCTION_END, PARAMETER, PARAMETER_END];

/** Reads tag by tag, wherever they appear. Only `<tool_call>` hides the text between them. */
export class Qwen3CoderStream extends TagStream {
  readonly #tools: readonly ToolDefinition[];
  readonly #typeOf: CoderType;
  #isInside = false;
  #name: string | null = null;
  #hasBrace = false;
  #count = 0;
  #marks: NextMarks | null = null;

  constructor(tools: readonly ToolDefinition[], typeOf: CoderType) {
    super();
    this.#tools = tools;
    this.#typeOf = typeOf;
  }

  override push(delta: string, current: string): ReturnType<TagStream['push']> {
    this.#marks = null;
    return super.push(delta, current);
  }

  protected step(): TagStep {
    if (this.startsWith(OPEN)) {
      this.#isInside = true;
      return this.skip(OPEN);
    }
    if (this.startsWith(FUNCTION)) return this.#function();
    if (this.startsWith(PARAMETER)) return this.#parameter();
    if (this.startsWith(FUNCTION_END)) {
      this.#openBrace();
      this.sendArguments('}');
      this.#name = null;
      return this.skip(FUNCTION_END);
    }
    if (this.startsWith(CLOSE)) {
      this.#isInside = false;
      return this.skip(CLOSE);
    }
    return this.passText(!this.#isInside);
  }

  /** A whole `</parameter>` outside of a parameter waits as well. */
  protected mayBecomeTag(end: string): boolean {
    return tags.some((tag) => tag.startsWith(end));
  }

  #function(): TagStep {
    const end = this.buffer.indexOf('>', this.at);
    if (end < 0) return this.wait('>');
    this.#name = this.buffer.slice(this.at + FUNCTION.length, end);
    this.#count = 0;
    this.#hasBrace = false;
    this.openCall(this.#name);
    this.at = end + 1;
    return 'go';
  }

  #parameter(): TagStep {
    const keyTo = this.buffer.indexOf('>', this.at);
    if (keyTo < 0) return this.wait('>');
    const marks = (this.#marks ??= new NextMarks(this.buffer));
    const valueTo = Math.min(...ends.map((tag) => marks.from(tag, keyTo + 1)));
    if (valueTo === Infinity) return this.wait(...ends);
    const key = this.buffer.slice(this.at + PARAMETER.length, keyTo);
    const value = withoutNewlines(this.buffer, keyTo + 1, valueTo);
    this.#openBrace();
    const config = coderConfig(this.#tools, this.#name);
    const typed = coderValue(this.buffer.slice(value.from, value.to), key, config, this.#typeOf);
    if ('raises' in typed) return typed;
    const text = pythonDumps(typed.value);
    if (text === null) return { raises: dumpsRaises(typed.value) };
    this.sendArguments(`${this.#count > 0 ? ', ' : ''}${pythonDumps(key, { ascii: true }) ?? ''}: ${text}`);
    this.#count += 1;
    this.at = this.buffer.startsWith(PARAMETER_END, valueTo) ? valueTo + PARAMETER_END.length : valueTo;
    return 'go';
  }

  #openBrace(): void {
    if (!this.#hasBrace) this.sendArguments('{');
    this.#hasBrace = true;
  }
}
