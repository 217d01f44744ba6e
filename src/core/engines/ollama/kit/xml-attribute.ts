const named = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['apos', "'"],
  ['quot', '"'],
]);

const ENTITY = /&(?:(lt|gt|amp|apos|quot)|#x([0-9a-fA-F]{1,6})|#([0-9]{1,7}));/g;

/** What Go's strict decoder finds wrong with the text of an attribute, in its own words; null for nothing. */
export function attributeProblem(text: string): string | null {
  if (text.includes('<')) return 'unescaped < inside quoted string';
  const [entity] = /&[#\w]*;?/.exec(text.replace(ENTITY, '')) ?? [];
  if (entity === undefined) return null;
  return `invalid character entity ${entity}${entity.endsWith(';') ? '' : ' (no semicolon)'}`;
}

/** The value of an attribute that has no problem. */
export function attributeText(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  return lines.replace(ENTITY, (_entity, name: string | undefined, hex: string | undefined, decimal = '') => {
    if (name !== undefined) return named.get(name) ?? '';
    const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
    return code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '\ufffd';
  });
}
