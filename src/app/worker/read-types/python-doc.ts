/** What a docstring says: of the whole, and of each parameter. */
export interface PythonDoc {
  readonly description: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const SECTION = /^(?:Args|Arguments|Parameters|Params|Attributes|Fields|Other Parameters)\s*:?$/;
const OTHER_SECTION =
  /^(?:Returns?|Yields?|Raises|Examples?|Notes?|See Also|References|Warnings?|Todo|Warns)\s*:?(?:\s.*)?$/;
const SPHINX = /^:(?:param|parameter|arg)\s+(?:[^:]*\s)?(\w+)\s*:\s*(.*)$/;
const OTHER_SPHINX = /^:\w+.*:/;

/**
 * Reads a docstring in the style of Google (`Args:` and indented `city (str): Text`), NumPy (`Parameters`, a rule of dashes, `city :
 * str` and indented text) or Sphinx (`:param city: Text`).
 */
export function docOf(docstring: string): PythonDoc {
  const about: string[] = [];
  const parameters = new Map<string, string>();
  let section: 'none' | 'parameters' | 'other' = 'none';
  /** How far the names of the section are indented; null before the first. */
  let margin: number | null = null;
  let named: string | null = null;
  for (const raw of docstring.split('\n')) {
    const line = raw.trim();
    const indent = raw.length - raw.trimStart().length;
    const [, own, said = ''] = SPHINX.exec(line) ?? [];
    if (own !== undefined) {
      [section, named, margin] = ['parameters', own, null];
      parameters.set(own, said);
    } else if (SECTION.test(line)) [section, named, margin] = ['parameters', null, null];
    else if (OTHER_SECTION.test(line) || OTHER_SPHINX.test(line)) [section, named] = ['other', null];
    else if (line === '' || /^[-=~]{3,}$/.test(line)) {
      if (section === 'none' && line === '') about.push('');
    } else if (section === 'none') about.push(line);
    else if (section === 'parameters') {
      margin ??= named === null ? indent : null;
      const [, name, text = ''] = /^\*{0,2}(\w+)\s*(?:\([^)]*\)\s*:|:)\s*(.*)$/.exec(line) ?? [];
      if (name !== undefined && margin !== null && indent <= margin) {
        named = name;
        // NumPy writes the type there, and the text below it.
        parameters.set(name, /^\S+\s:/.test(line) ? '' : text);
      } else if (named !== null) parameters.set(named, `${parameters.get(named) ?? ''} ${line}`.trim());
    }
  }
  const text = about
    .join('\n')
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replaceAll('\n', ' '))
    .join('\n\n');
  return { description: text, parameters: new Map([...parameters].filter(([, one]) => one !== '')) };
}
