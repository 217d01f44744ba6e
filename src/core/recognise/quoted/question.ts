import { CALL, hasCallSigns } from '../markup.ts';
import { CODE, outside, type QuotedBlock, quotedBlocks } from './quoted-blocks.ts';
import { isPersons, speaksOfModels } from './report-words.ts';
import { toldReply } from './told-reply.ts';

/** Nobody asks in more words. In UTF-16 units. */
const LONGEST = 6000;

/** What only a person says of themselves and of what they run, each in words of its own. */
const OWN: readonly RegExp[] = [
  /\b(?:my|our) (?:\w{1,12} )?(?:models?|servers?|plugins?|scripts?|agents?|agency|apps?|bots?|setup|IT|gateway|company|mac\w{0,4}|laptop|pc|computer|machine|admin|boss|colleagues?|son|daughter|nephew|niece|friends?|wife|husband)\b/i,
  /\bI (?:use|run|install\w{0,3}|set up|typed|clicked|pasted|see (?:some|only|just) (?:output|text|words))\b/i,
  /\bwhat I(?:['’]ve| have)? tried\b|\bI(?:['’]ve| have) (?:tried|read|updated|restarted|reinstalled)\b/i,
  /\b(?:or is it|is it just) me\b|\bam I the only\b|\b(?:can['’]?t|cannot|could not) (?:get|make) (?:it|this|that)\b|\bany ?one (?:else|got|knows?|has|have|seen)\b/i,
  /\bwhat(?:['’]s| is) wrong\b|\bwhat (?:am I|do I|did I|I do|I am) \w{0,6} ?(?:wrong|missing|need)\b|\b(?:please|can (?:some|any)(?:one|body)) (?:tell|help|explain|say)\b|\bwhat (?:do I have |have I )?to click\b/i,
  /\bI(?:['’]m| am) (?:self-)?(?:running|hosting)\b/i,
  /\bhow (?:do|can|could|should) I (?:fix|repair|solve|debug|find out)\b[^\n?]{0,80}\?/i,
  /\b(?:which|what) (?:flag|setting|option|version|parser)s?\b[^\n?.]{0,60}\?/i,
  /\b(?:mein\w{0,2}|unser\w{0,2}) (?:\w{1,12} )?(?:Modell|Server|Agent|Skript|Code|Rechner|App)\b|\b(?:mon|notre) (?:mod[eè]le|serveur|agent|code|script)\b|\b(?:mi|nuestro) (?:modelo|servidor|agente|código)\b|\b(?:meu|nosso) (?:modelo|servidor|agente|código)\b|\bу меня\b|\bмо[яй] модел/i,
  /\b(?:is|was|are) my \w{2,12} [^\n?.]{2,80}\?|\bWer (?:kann|weiß)\b|\bwarum\b[^\n?.]{0,80}\?|\bpourquoi\b[^\n?.]{0,80}\?|\bpor ?qu[eé]\b[^\n?.]{0,80}\?|почему/i,
];
const FEWEST = 2;

/** Whether a block may be what came: code of a person is none. */
function isShown({ by, text }: QuotedBlock): boolean {
  return hasCallSigns(text) && !(typeof by === 'object' && CODE.test(by.fence));
}

/** What a reply, an answer or a request has: its tags, and the names of its members. */
const SHOWN =
  /<\/?[a-z|｜][\w:.|｜-]{1,40}[>=]|["']?\b(?:tool_calls|choices|content|role|arguments|finish_reason)["']?\s?[:=]/;

/** The stop sequences that `ollama show` lists. */
const STOPS = /^[ \t]{0,8}stop[ \t]{1,20}"[^"\n]{1,40}"[ \t]*$/gm;
/** What a person did in a program. */
const DID = /\bI (?:open\w{0,2}|selec\w{1,3}|choose|chose|write|wrote|re-?install\w{0,2}|click\w{0,2}|typed?)\b/;

/** Whether a person asks about a model, and no sign of a reply is in the text: what they show is something else. */
export function isQuestionBeside(content: string): boolean {
  if (content.length > LONGEST) return false;
  const shown = content.replaceAll(STOPS, '');
  if (CALL.test(shown) || SHOWN.test(shown)) return false;
  const words = outside(content, quotedBlocks(content));
  if (!speaksOfModels(words)) return false;
  const own = OWN.filter((sign) => sign.test(words)).length;
  return isPersons(words) || own >= FEWEST || (own > 0 && DID.test(words));
}

/** Whether a text is the question of a person who shows nothing of what came: there is no reply to judge in it. */
export function isQuestionAlone(content: string): boolean {
  if (content.length > LONGEST) return false;
  const blocks = quotedBlocks(content);
  const words = outside(content, blocks);
  if (hasCallSigns(words) || blocks.some(isShown)) return false;
  if (!speaksOfModels(words) || OWN.filter((sign) => sign.test(words)).length < FEWEST) return false;
  const told = toldReply(content)?.text;
  return told === undefined || OWN.some((sign) => sign.test(told));
}
