import { isMasked, type PrivateValue } from './private-looks.ts';

/** A sign between folders: as it is, as JSON escapes it, and as an address writes it. */
const SLASH = String.raw`(?:\\{0,8}\/|\\{1,8}|%2[Ff]|%5[Cc])`;

/** `/home/ann`, `/Users/ann`, `/mnt/c/Users/ann`, `file:///home/ann`; in an address of the web, `/home` is a page. */
const UNIX = new RegExp(
  String.raw`(?:(?<![\w.~-])|(?<=%[0-9A-F]{2})|(?<=\\[nrt])|(?<=\/(?:[a-z]|var|usr|export|data|nfs)))(?:\\{0,8}\/|%2[Ff])(?:home|Users)(?:\\{0,8}\/|%2[Ff])(?<name>[\p{L}\p{N}][\p{L}\p{N}._-]{0,63})`,
  'gu',
);

/** A name may have a space in it where another folder follows. */
const WINDOWS = new RegExp(
  String.raw`(?<![\p{L}\p{N}])[A-Za-z](?::|%3[Aa])${SLASH}users${SLASH}(?:(?<spaced>[^\\/:*?"'<>|\r\n%]{1,64})(?=\\|\/|%5C)|(?<name>[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}))`,
  'giu',
);

/** Accounts that are nobody's name. */
const NOBODY =
  /^(?:admin|administrator|all users|app|bar|debian|default|default user|dev|docker|ec2-user|example|foo|guest|jovyan|linuxbrew|me|myuser|name|node|public|root|runner|runneradmin|shared|somebody|test|ubuntu|user|user_?name|vscode|you|your[-_ ]?(?:user)?[-_ ]?name|.*\.(?:html?|php|jsx?))$/i;

/** The names of people in the paths of their folders. Linear in the text. */
export function homeNames(text: string): PrivateValue[] {
  return [...text.matchAll(UNIX), ...text.matchAll(WINDOWS)].flatMap(({ index, 0: found, groups }): PrivateValue[] => {
    const name = (groups?.spaced ?? groups?.name ?? '').replace(/[.-]+$/, '');
    if (name === '' || NOBODY.test(name) || isMasked(name)) return [];
    const from = index + found.lastIndexOf(name);
    return [{ from, to: from + name.length, kind: 'home' }];
  });
}
