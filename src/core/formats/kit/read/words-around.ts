import { isAsciiSpace } from '../../../text/document/index.ts';
import { known, oneOf, skipSpace, type Resumable } from './resumable.ts';
import type { TextSource } from './source.ts';
import { endsTurn, turnEndIn } from './turn-end.ts';

/** Longer text after a call is more than the end of a reply. */
const LONGEST_WORDS = 500;

/** How a sentence begins in which a model says what it does next, or that it waits for an answer. */
const NEXT_STEPS = [
  // English
  ...["I(?:['’](?:ll|m)| will| am| can| shall| need| should| hope)\\b", "we(?:['’]ll| will| can| need)\\b"],
  ...["let(?:['’]s| me| us)\\b", '(?:once|when|after|as soon as)\\b[^\\n:]*,', '(?:then|next|now|after that),? I\\b'],
  ...['(?:please )?wait(?:ing)?\\b', '(?:one|just a) (?:moment|second)', 'hold on'],
  '(?:this|that|it|the (?:tool|function|call|command|results?|output|answer)) (?:will|should|would)\\b',
  // German
  'ich (?!habe|hatte|konnte|wurde)(?:will|kann|\\p{L}+e)(?!\\p{L})',
  ...['sobald\\b', '(?:danach|dann|anschließend) \\w+ ich', 'bitte warten', 'lass mich'],
  '(?:bitte )?(?:einen )?(?:moment|augenblick)\\b',
  // French
  ...["je (?:vais|vous|m['’]|te|\\p{L}+(?:e|is|rai)(?!\\p{L}))", "j['’]attends", 'ensuite,? je', 'veuillez patienter'],
  ...['une fois ', 'dès que '],
  // Spanish, Portuguese, Italian
  ...[
    '(?:voy|vou|espero|aguardo|aspetto) ',
    '(?:un|um) (?:momento|attimo)',
    'en cuanto ',
    'assim que ',
    'una (?:vez|volta) ',
  ],
  // Russian
  ...['я (?:жду|сообщу|проверю|буду|посмотрю)', '(?:сейчас|подождите|как только|после)[ ,]'],
  // Chinese, Japanese, Korean
  ...['我(?:会|將|将|来|來|正在|需要|先|等)', '(?:让|讓)我', '(?:请|請)(?:稍|等)', '(?:等待|正在|稍等|接下来)'],
  ...['少々', 'お待ち', '結果[がを]', '(?:잠시|결과)'],
];
const STEP = `[([*_>"]{0,4}(?:${NEXT_STEPS.join('|')})`;
const WAITS = new RegExp(`^${STEP}`, 'iu');
/** A last sentence before a call in which the model says what it does. */
const SAYS = new RegExp(
  `(?:^|[.!?。！？,，、]\\s*)(?:${STEP}|(?:calling|running|using|invoking)\\b)[^.!?。！？]*[.:…!。：！]*$`,
  'iu',
);
/** Markup, code and calls: such a text is more than a sentence before a call. */
const MARKUP = /[<>{}`|#[\]]/;
/** The beginning of an answer that the model made up, or of a further turn. */
const GOES_ON =
  /(?:^|\n)[^\n:]{0,30}\b(?:results?|outputs?|observation|response|returns?|user|assistant|tool)\b[^\n:]{0,10}:/i;
/** Markup and words of a text that is about calls. */
const ABOUT_CALLS = /```|(?:^|\n)#|\|.*\||\b(?:explain|examples?|syntax|documentation)\b/i;

/** Whether a text is words in which a model waits for what its call brings. */
function waits(text: string): boolean {
  return text.length <= LONGEST_WORDS && WAITS.test(text) && !GOES_ON.test(text) && !ABOUT_CALLS.test(text);
}

/** What closes a code block around a reply. */
const FENCES = ['```', '~~~'];

/**
 * Whether the reply ends at `at`, which is after white space, but for words on lines of their own in which the model waits for
 * what its call brings.
 *
 *     [ring_bell(times=2)]\n\nI will tell you what it says.
 *                             ^ at
 */
export function* endsReply(source: TextSource, at: number, mayBeFence = true): Resumable<boolean> {
  if (yield* endsTurn(source, at)) return true;
  const fence = mayBeFence ? yield* oneOf(source, at, FENCES) : null;
  if (fence !== null) return yield* endsReply(source, yield* skipSpace(source, at + fence.length), false);
  let before = at - 1;
  while (isAsciiSpace(source.code(before)) && source.code(before) !== 0x0a) before -= 1;
  if (source.code(before) !== 0x0a) return false;
  yield* known(source, at, at + LONGEST_WORDS + 1);
  return waits(firstTurn(source.slice(at, Math.min(source.length, at + LONGEST_WORDS + 1))).trimEnd());
}

/** The length of a text without words at its end, on lines of their own, in which the model waits. */
export function lengthBeforeWords(text: string): number {
  let at = Math.max(0, text.length - LONGEST_WORDS - 1);
  for (at = text.indexOf('\n', at); at >= 0; at = text.indexOf('\n', at + 1)) if (waits(text.slice(at + 1))) return at;
  return text.length;
}

/** Whether a text is only a sentence or two, the last of which says what the model does next. */
export function saysNextStep(text: string): boolean {
  // A tool may be named in inline code.
  const said = text.trim().replaceAll(/`[\w.:-]{1,100}`/g, 'it');
  const last = said.slice(said.lastIndexOf('\n') + 1);
  return said.length <= LONGEST_WORDS && !MARKUP.test(said) && SAYS.test(last);
}

function firstTurn(text: string): string {
  const end = turnEndIn(text);
  return end < 0 ? text : text.slice(0, end);
}

/** What follows a tag that a sentence is about. */
const ABOUT_TAG = /^ (?:is|are|was|means|ist|sind|est|sont|es|son|это)\s|^ ?(?:是|は)/;

/** Whether the text after a tag goes on with a verb: the tag is a word of a sentence. */
export function isAboutTag(after: string): boolean {
  return ABOUT_TAG.test(after);
}

/** The end of words that lead to the form of a call. */
const LEADS_TO_FORM =
  /\b(?:looks? like|(?:is|are) written|would be|syntax|notation|formats?|forms?|examples?)\b[^\n]{0,80}$/i;
/** What words say of markup that they explain, or of a call that nobody made. What went wrong with it is another matter. */
const EXPLAINS =
  /(?:\b(?:tags?|markers?|elements?|attributes?|wrapper|keys?)|<[^`\n]{1,60}`)[^.\n]{0,30}\b(?:opens|closes|carries|holds|wraps|encloses|surrounds|delimits?|names|sits?|goes|must|(?:is|are) (?:the|an?|where|optional|required)\b)|\bI (?:did not|didn['’]t|have not|haven['’]t|am not) (?:actually )?(?:run|ran|execut\w+|call\w*|invok\w+)\b|\b(?:syntax|format|illustration|example|demonstration) only\b|\bonly an? (?:example|illustration|sample)\b|\bno(?:t an?)? (?:actual|real) (?:(?:tool|function) )?call\b/i;

/** The end of words that lead to an example, to what nobody has called yet, or to what somebody writes at times. */
const LEADS_TO_EXAMPLE =
  /\b(?:for (?:example|instance)|(?:is|are) (?:written|spelled|encoded) (?:like this|as follows)|would (?:look like (?:this|so)|be(?: written)?(?: like this| as follows)?)|(?:you|one|we)(?: (?:would|could)|['’]d) (?:call|write|use|say|type)(?: it| this)?(?: like this| as follows)?|an example(?: (?:call|of)\b[^\n]{0,60})?|e\.g\.|(?:calls?|it|they) (?:has|have|takes?|follows?) (?:the|this|a) (?:following )?(?:form(?:at)?|syntax|shape)(?: of)?|(?:form(?:at)?|syntax) (?:of a (?:tool |function )?call )?is(?: (?:this|as follows|the following))?|(?:sometimes|often|usually|always) (?:writes?|prints?|emits?|outputs?|produces?|sends?))[ *_]{0,3}:?[ *_]{0,3}$/i;

/** A last sentence before a block that says what programs or models do with calls: it describes them and makes none. */
const DESCRIBES =
  /(?:\b(?:models?|modelle?|modèles?|modelos?|servers?|serveur|servidor|parsers?|engines?|clients?|cliente|runtimes?|templates?|LLMs?)(?: \w+ly| then| can| will)? (?:looks? for|announce|pars|read|expect|emit|writ|output|print|send|produc|wrap|generat|us|such|sucht|lies|erwarte|schreib|gib|cherche|li[ts]|attend|écri|analys|busca|lee|espera|escrib)\p{L}{0,3}(?!\p{L})|(?:模型|服务器|解析器|客户端)[^。\n]{0,12}(?:输出|写|生成|查找|解析|读取))[^.!?。！？\n]{0,160}[:：]$/iu;
const FIRST_PERSON = /(?<![\p{L}'’])(?:I|[Ww]e|[Ll]et|[Ii]ch|[Ww]ir|[Jj]['’e]|[Nn]ous|[Yy]o)(?!\p{L})|我/u;

/** What one says of a call that waits for the word of a user: nobody has sent it yet, and a “yes” would. */
const HOLDS_BACK =
  /\bI (?:(?:have|did)(?: not|n['’]t)|will not|won['’]t) (?:yet |actually )?(?:run|ran|sen[dt]|execut\w+|call(?:ed)?|submit\w*|ma[dk]e) (?:it|this|that|anything|the call)\b|\b(?:nothing (?:has been|was)|(?:it|(?:the|this) (?:call|request|command)) (?:has|was|is)(?: not|n['’]t)(?: yet)?(?: been)?) (?:sent|run|executed|called)\b|noch nichts? (?:\p{L}*ge(?:sendet|schickt)|ausgeführt)|(?:l['’]ai pas|rien n['’]a)(?: encore)?(?: été)? (?:envoyé|exécuté|lancé)|\bno (?:l[ao] )?he (?:enviado|ejecutado)|\bnão (?:[ao] )?(?:enviei|executei)|\bnon (?:l['’])?ho (?:ancora )?(?:inviat|eseguit)|не (?:отправ|выполн|запус)\p{L}*л(?!\p{L})|[我还還尚](?:没有|没|沒有|未)(?:发送|執行|执行|调用|提交)|まだ(?:送信|実行)してい?ません|아직 (?:보내|실행하|전송하)지 않|(?<!\p{L})(?:reply|answer|say|type|respond\p{L}{0,2}|antworten?|répond\p{L}{1,2}|rispond\p{L}{1,2}|ответьте|напишите|回复)(?: (?:with|Sie|mit|par|con|com)){0,2} ?["'“„«»‘*`]{0,2}\s?(?:yes|ok|ja|oui|s[iíì]m?|да|是|确认)(?!\p{Script=Latin})/iu;

/** The word before markup that is one of many: `a call like <tool_call>`. */
const OF_A_KIND =
  /(?<!\p{L})(?:like|such as|comme|tel(?:le)?s? que|wie|etwa|como|come|вроде|наподобие) {1,2}[`"'«„“]?$/iu;
const LONGEST_LIKE = 20;
/** How a sentence goes on that says what becomes of such a thing. */
const BECOMES =
  /^[`"'»“”]? ?,? {0,2}(?:would|could|might|should|will|is|are|was|were|serait|seraient|sera|est|würden?|wäre|wird|werden|ist|sería|será|es|seria|é|sarebbe|sarà|è|был[ао]? бы|будет)(?!\p{L})/iu;
/** Longer calls are no words of a sentence. */
const LONGEST_NOUN = 2000;

/** Whether the word before markup at `from` says that it is one of many. */
export function isOfAKind(source: TextSource, from: number): boolean {
  return OF_A_KIND.test(source.slice(Math.max(0, from - LONGEST_LIKE), from));
}

/**
 * Whether markup from `from` to its closer is a word of a sentence that says what becomes of such a call; `to` is after its opener.
 *
 *     Un appel comme <tool_call>{…}</tool_call> serait rejeté.
 *                    ^ from     ^ to
 */
export function* isNoun(source: TextSource, from: number, to: number, closer: string): Resumable<boolean> {
  if (!isOfAKind(source, from)) return false;
  yield* known(source, to, to + LONGEST_NOUN);
  const rest = source.slice(to, Math.min(source.length, to + LONGEST_NOUN));
  const end = rest.indexOf(closer);
  return end >= 0 && BECOMES.test(rest.slice(end + closer.length));
}

/** Whether a text ends with words that lead to an example, or to a call that nobody has made. */
export function leadsToExample(before: string): boolean {
  return LEADS_TO_EXAMPLE.test(before.trimEnd());
}

/** Whether a text ends with a line that leads to the form of a call: `A call looks like this:`. */
export function leadsToForm(before: string): boolean {
  return LEADS_TO_FORM.test(before.trimEnd());
}

/** Whether the words from `at` on explain markup, or say that nobody made the call. */
export function* explains(source: TextSource, at: number): Resumable<boolean> {
  yield* known(source, at, at + LONGEST_WORDS);
  return EXPLAINS.test(source.slice(at, Math.min(source.length, at + LONGEST_WORDS)));
}

/** Whether a text ends with a sentence that describes what programs or models do with calls. */
export function describesCalls(before: string): boolean {
  const said = DESCRIBES.exec(before.trimEnd())?.[0];
  return said !== undefined && !FIRST_PERSON.test(said);
}

/** Whether the words from `at` on say that nobody has sent the call before them, and wait for a “yes”. */
export function* holdsBack(source: TextSource, at: number): Resumable<boolean> {
  yield* known(source, at, at + LONGEST_WORDS);
  return HOLDS_BACK.test(source.slice(at, Math.min(source.length, at + LONGEST_WORDS)));
}
