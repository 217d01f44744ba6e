import { blockText } from './block-scalar.ts';
import { isBlank, Refused, YamlLines } from './lines.ts';
import { doubleQuoted, folded } from './scalars.ts';

/** Characters that end a plain scalar in flow style. */
export const FLOW = ',[]{}';

/** Reads the scalars of a YAML text, over all of their lines. */
export class ScalarReader extends YamlLines {
  /** Where the next line of a scalar has its text, if it may be one: indented, and no marker of a document; -1 else. */
  protected continued(lineFrom: number, parent: number): number {
    const text = this.text;
    let at = lineFrom;
    while (text.charAt(at) === ' ') at += 1;
    if (parent < 0 && /^(?:---|\.\.\.)(?:\s|$)/.test(text.slice(lineFrom, lineFrom + 4))) return -1;
    return at - lineFrom > parent ? this.afterBlanks(at) : -1;
  }

  /** A plain scalar over all of its lines, folded. */
  protected plain(parent: number, inFlow: boolean): string {
    const text = this.text;
    const first = text.charAt(this.at);
    if (first === '' || '%@`,[]{}|>\t'.includes(first)) throw new Refused();
    const lines: string[] = [];
    for (;;) {
      const from = this.at;
      let at = from;
      let to = from;
      for (; at < text.length && text.charAt(at) !== '\n'; at += 1) {
        const character = text.charAt(at);
        const next = text.charAt(at + 1);
        if (character === ':' && (isBlank(next) || (inFlow && FLOW.includes(next)))) break;
        if (inFlow && FLOW.includes(character)) break;
        if (character === '#' && at > from && isBlank(text.charAt(at - 1))) break;
        if (!isBlank(character)) to = at + 1;
      }
      lines.push(text.slice(from, to));
      this.at = to;
      if (at < text.length && text.charAt(at) !== '\n') return folded(lines);
      // Empty lines belong to the scalar where it goes on after them.
      let lineFrom = at + 1;
      let blank = 0;
      let content = lineFrom > text.length ? -1 : this.continued(lineFrom, parent);
      while (lineFrom <= text.length && this.isEmptyLine(lineFrom)) {
        if (this.lineTo(lineFrom) >= text.length) return folded(lines);
        blank += 1;
        lineFrom = text.indexOf('\n', lineFrom) + 1;
        content = this.continued(lineFrom, parent);
      }
      if (content < 0 || content >= text.length || text.charAt(content) === '#') return folded(lines);
      if (inFlow && FLOW.includes(text.charAt(content))) return folded(lines);
      if (
        text.charAt(content) === ':' &&
        (isBlank(text.charAt(content + 1)) || (inFlow && FLOW.includes(text.charAt(content + 1))))
      )
        return folded(lines);
      for (let index = 0; index < blank; index += 1) lines.push('');
      this.at = content;
      this.line = lineFrom;
    }
  }

  protected quoted(parent: number): string {
    const text = this.text;
    const quote = text.charAt(this.at);
    let at = this.at + 1;
    let line = this.line;
    for (; at < text.length; at += 1) {
      const character = text.charAt(at);
      if (character === '\n') {
        line = at + 1;
        if (!this.isEmptyLine(line) && this.continued(line, parent) < 0) throw new Refused();
      } else if (quote === '"' && character === '\\') {
        if (text.charAt(at + 1) !== '\n') at += 1;
      } else if (character === quote) {
        if (quote === '"' || text.charAt(at + 1) !== quote) break;
        at += 1;
      }
    }
    if (at >= text.length) throw new Refused();
    const inner = text.slice(this.at + 1, at).replaceAll('\r\n', '\n');
    this.at = at + 1;
    this.line = line;
    if (quote === '"') {
      const value = doubleQuoted(inner);
      if (value === null) throw new Refused();
      return value;
    }
    const lines = inner.replaceAll("''", "'").split('\n');
    const last = lines.length - 1;
    return folded(
      lines.map((one, index) => {
        const begun = index === 0 ? one : one.replace(/^[ \t]+/, '');
        return index === last ? begun : begun.replace(/[ \t]+$/, '');
      }),
    );
  }

  protected blockScalar(parent: number): string {
    const text = this.text;
    const header = /[|>]([-+0-9]*)/y;
    header.lastIndex = this.at;
    const [all = '', indicators = ''] = header.exec(text) ?? [];
    const digits = indicators.replace(/[-+]/g, '');
    const chomps = indicators.replace(/[0-9]/g, '');
    if (digits.length > 1 || digits === '0' || chomps.length > 1) throw new Refused();
    const isFolded = text.charAt(this.at) === '>';
    this.at += all.length;
    this.endLine();
    const least = parent + 1;
    const lines: string[] = [];
    let indent = digits === '' ? -1 : Math.max(1, least) + Number(digits) - 1;
    let widest = 0;
    while (this.at < text.length) {
      const to = this.lineTo(this.at);
      const line = text.slice(this.at, to);
      const spaces = line.length - line.replace(/^ +/, '').length;
      const isEmpty = spaces === line.length;
      if (!isEmpty) {
        const isMarker = parent < 0 && /^(?:---|\.\.\.)(?:\s|$)/.test(line);
        if (spaces < (indent < 0 ? least : indent) || isMarker) {
          if (line.trim() === '' && !isMarker) throw new Refused();
          break;
        }
        if (indent < 0) {
          if (widest > spaces) throw new Refused();
          indent = spaces;
        }
      } else {
        if (indent < 0) widest = Math.max(widest, spaces);
        if (to >= text.length && spaces === 0) break;
      }
      lines.push(line);
      this.nextLine();
    }
    const chomp = chomps === '+' || chomps === '-' ? chomps : '';
    return blockText({ isFolded, chomp }, lines, indent < 0 ? widest : indent);
  }
}
