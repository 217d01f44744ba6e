/**
 * Valid JSON with a line per member and two spaces per level, digits and escapes as they stand. Deep nesting is not
 * indented beyond 40 levels, or the text would grow with the square of the depth.
 */
export function prettyText(json: string): string {
  const out: string[] = [];
  let depth = 0;
  const newLine = (): void => {
    out.push('\n', '  '.repeat(Math.min(depth, 40)));
  };
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    if (token === '{' || token === '[') {
      depth += 1;
      out.push(token);
      newLine();
    } else if (token === '}' || token === ']') {
      depth -= 1;
      // An empty container: take back the line that was opened for its first member.
      const isEmpty = out.at(-3) === (token === '}' ? '{' : '[');
      if (isEmpty) out.length -= 2;
      else newLine();
      out.push(token);
    } else if (token === ',') {
      out.push(token);
      newLine();
    } else {
      out.push(token === ':' ? ': ' : token);
    }
  }
  return out.join('');
}
