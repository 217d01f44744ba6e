/** What the id of a lesson begins with that is not in the list, so that no lesson of the list has it. */
const FILE = 'file-';

export const withFilePrefix = (id: string): string => FILE + withoutFilePrefix(id);

export function isFileId(id: string): boolean {
  return id.startsWith(FILE);
}

/** The id as its file has it. */
export function withoutFilePrefix(id: string): string {
  return isFileId(id) ? withoutFilePrefix(id.slice(FILE.length)) : id;
}
