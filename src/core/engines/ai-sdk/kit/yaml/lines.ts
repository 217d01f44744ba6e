/** A place in a YAML text, and what is on its line. */
export class YamlLines {
  at = 0;
  protected readonly text: string;
  /** Where the line begins that `at` is in. */
  protected line = 0;

  constructor(text: string) {
    this.text = text;
  }

  protected isMarker(marker: '---' | '...'): boolean {
    return this.at === this.line && this.text.startsWith(marker, this.at) && isBlank(this.text.charAt(this.at + 3));
  }

  protected isDocumentEnd(): boolean {
    return this.at >= this.text.length || this.isMarker('---') || this.isMarker('...');
  }

  protected get column(): number {
    return this.at - this.line;
  }

  protected afterBlanks(from: number): number {
    let at = from;
    while (this.text.charAt(at) === ' ' || this.text.charAt(at) === '\t') at += 1;
    return at;
  }

  /** Whether the line has nothing more but a comment. */
  protected isLineEnd(at: number): boolean {
    const character = this.text.charAt(at);
    if (character === '#') return at === this.line || isBlank(this.text.charAt(at - 1));
    return character === '' || character === '\n' || this.text.startsWith('\r\n', at);
  }

  protected lineTo(from: number): number {
    const end = this.text.indexOf('\n', from);
    const to = end < 0 ? this.text.length : end;
    return this.text.charAt(to - 1) === '\r' && to > from ? to - 1 : to;
  }

  protected isEmptyLine(from: number): boolean {
    const at = this.afterBlanks(from);
    const character = this.text.charAt(at);
    return character === '\n' || character === '' || this.text.startsWith('\r\n', at);
  }

  /** To the beginning of the next line. */
  protected nextLine(): void {
    const end = this.text.indexOf('\n', this.at);
    this.at = end < 0 ? this.text.length : end + 1;
    this.line = this.at;
  }

  /** Past what is left of a line, where nothing but a comment may be. */
  protected endLine(): void {
    this.at = this.afterBlanks(this.at);
    if (!this.isLineEnd(this.at)) throw new Refused();
    this.nextLine();
  }

  /** From the beginning of a line, or within one, to the next that has content; tabs may not indent it. */
  protected skipLines(): void {
    for (;;) {
      const spaces = /[ ]*/y;
      spaces.lastIndex = this.at;
      spaces.test(this.text);
      const content = this.afterBlanks(this.at);
      const isNewLine = this.at === this.line;
      if (!this.isLineEnd(content)) {
        if (isNewLine && content > spaces.lastIndex) throw new Refused();
        this.at = content;
        return;
      }
      if (content >= this.text.length) {
        this.at = content;
        return;
      }
      this.at = content;
      this.nextLine();
    }
  }

  protected isIndicator(indicator: string): boolean {
    return this.text.charAt(this.at) === indicator && isBlank(this.text.charAt(this.at + 1));
  }
}

/** What the package `yaml` reads with an error. */
export class Refused extends Error {}

export function isBlank(character: string): boolean {
  return character === '' || character === ' ' || character === '\t' || character === '\n' || character === '\r';
}
