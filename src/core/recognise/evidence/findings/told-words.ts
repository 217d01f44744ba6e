import { saidInstead } from '../../../trace/index.ts';
import { isQuestionAlone, isQuestionBeside, toldReply } from '../../index.ts';
import type { EvidenceRow } from '../evidence.ts';
import { asksAboutTools } from '../named-in-words.ts';
import { wayInApp, wayToReply } from '../words/ways-to-reply.ts';

/** What the words say that a person quotes of a model in the place of a call: whether a server answered so is not proven. Null for none. */
export function toldWords(content: string): EvidenceRow | null {
  if (isQuestionAlone(content)) return noReply(content);
  const reply = toldReply(content);
  const said = reply === null ? null : saidInstead(reply.text);
  if (reply === null || said === null)
    return asksAboutTools(content) && isQuestionBeside(content) ? noReply(content) : null;
  const { from, to } = reply;
  const says = `${said.fact}. ${said.help}`;
  const fix = wayInApp(content);
  return {
    of: 'reply',
    value: 'words',
    rule: 'said-instead',
    says,
    span: { from, to },
    isTopic: true,
    ...(fix === null ? {} : { fix }),
  };
}

function noReply(content: string): EvidenceRow {
  return {
    of: 'reply',
    value: 'none',
    rule: 'no-reply',
    says: 'It is a question, and holds no reply of a model.',
    fix: wayToReply(content),
    span: null,
  };
}
