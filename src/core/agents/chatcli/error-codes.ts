import type { ResultNote } from '../kit/turn.ts';

/** Codes that ChatCLI 1.188 gives to errors (`cli/agent/error_classifier.go`), and the one for arguments that do not fit. */
export const chatcliErrorCodes = [
  'ENOENT',
  'EACCES',
  'EEXIST',
  'Timeout',
  'Canceled',
  'ExitCode:1',
  'NetworkError',
  'NetworkTimeout',
  'DNSError',
  'InvalidArgs',
  'UnknownError',
] as const;

/** ChatCLI writes the code into the mark as it is. */
export function chatcliCodeNotes(code: string): ResultNote[] {
  const bracket = code.indexOf(']');
  if (bracket >= 0) {
    return [
      {
        code: 'closing-bracket',
        text: `ChatCLI writes [ERROR:${code}] and escapes nothing. A reader that stops at the first ] finds the code “${code.slice(0, bracket)}”.`,
      },
    ];
  }
  if (/[\r\n]/.test(code)) {
    return [{ code: 'line-break-in-code', text: 'ChatCLI does not escape the line break, so the mark has two lines.' }];
  }
  return code.trim() === ''
    ? [{ code: 'blank-code', text: 'ChatCLI accepts a blank code: the mark is then [ERROR: ].' }]
    : [];
}
