/** What most people meet, in this order: the formats of the models that are used most, as our own list of failures shows. */
const popular: readonly string[] = [
  'hermes',
  'qwen3-coder-xml',
  'llama3-json',
  'raw-json',
  'harmony',
  'mistral',
  'deepseek-v3.1',
  'glm-4.5',
  'kimi-k2',
  'gemma4',
  'minimax-m2',
  'pythonic',
];

/** Whether it is one of those. */
export function isPopular(id: string): boolean {
  return popular.includes(id);
}

/** The popular ones first, then the others in their order. */
export function popularFirst<Page extends { readonly id: string }>(pages: readonly Page[]): readonly Page[] {
  const rank = ({ id }: Page): number => {
    const place = popular.indexOf(id);
    return place < 0 ? popular.length : place;
  };
  return pages.toSorted((one, other) => rank(one) - rank(other));
}
