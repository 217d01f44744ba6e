import { decodeUtf8 } from '../../text/document/index.ts';
import { decodeBase64 } from '../../log/index.ts';

/** Whether a text is an e-mail as a mail program saves it: by the name of the file and its first header, or by several headers. */
export function isMail(text: string, name: string | null): boolean {
  const head = text.slice(0, 4096);
  const headers =
    head.match(/^(?:From|To|Subject|Date|Message-ID|MIME-Version|Content-Type|Received|Return-Path): /gim) ?? [];
  const begins = /^(?:From |[A-Za-z-]{2,40}: )/.test(head);
  return (
    begins && headers.length >= (name !== null && /\.(?:eml|msg|mbox)$/i.test(name) ? 1 : 3) && /\r?\n\r?\n/.test(head)
  );
}

interface Part {
  readonly headers: string;
  readonly body: string;
}

/** The plain text of a mail, decoded: of a mail with parts the first that is plain text, or the last attachment of text. */
export function mailText(text: string): string {
  return textOf(partOf(text.replaceAll('\r\n', '\n')), 3);
}

function partOf(text: string): Part {
  const gap = text.indexOf('\n\n');
  return gap < 0 ? { headers: text, body: '' } : { headers: text.slice(0, gap), body: text.slice(gap + 2) };
}

function textOf({ headers, body }: Part, levels: number): string {
  const boundary = /boundary="?([^"\n;]{1,80})"?/i.exec(headers)?.[1];
  if (boundary === undefined || levels === 0) return decoded(headers, body);
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => partOf(part.replace(/^\n/, '')));
  const plain = parts.find((part) => /content-type: (?:text\/plain|multipart\/)/i.test(part.headers)) ?? parts[0];
  return plain === undefined ? decoded(headers, body) : textOf(plain, levels - 1);
}

function decoded(headers: string, body: string): string {
  const encoding = /content-transfer-encoding: *([\w-]{1,20})/i.exec(headers)?.[1]?.toLowerCase();
  if (encoding === 'base64') return decodeUtf8(decodeBase64(body));
  if (encoding !== 'quoted-printable') return body.replace(/\n$/, '');
  return decodeUtf8(quotedBytes(body.replace(/\n$/, '')));
}

/** The bytes of quoted-printable (RFC 2045, section 6.7). */
function quotedBytes(text: string): number[] {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== 0x3d) {
      bytes.push(code & 0xff);
      continue;
    }
    const hex = text.slice(at + 1, at + 3);
    if (hex.startsWith('\n')) at += 1;
    else if (/^[\dA-F]{2}$/i.test(hex)) {
      bytes.push(parseInt(hex, 16));
      at += 2;
    } else bytes.push(code);
  }
  return bytes;
}
