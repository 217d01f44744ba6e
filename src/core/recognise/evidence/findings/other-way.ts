import type { Answer } from '../paste/answer.ts';
import type { Scene } from '../paste/scene.ts';
import type { Judgement } from './judge.ts';
import type { Around, Reason } from './reason.ts';

/** The same question without its stream, in the languages of those who ask. */
const WHOLE =
  /["'`]?\bstream(?:ing)?["'`]{0,2}(?: ?[:=] ?| )["'`]?(?:false|off|0\b|disabled|aus)["'`]?|\bnon[- ]?stream\w*|\bunstreamed\b|\b(?:without|no|not|disabl\w{1,3}|(?:turn|switch)(?:ed|ing)? off|d[eé]s?activ[\wé]{1,4}|disattiv\w{1,4}|deaktivier\w{1,3}|ohne|nicht|sin|sem|sans|senza|bez|zonder|utan|hors)(?: (?:the|le|el|das|lo|il))?(?:[ -]| ?[«"'“„`] ?)stream\w*|\bstream(?:ing)?\b(?: \w{1,12}){0,2}(?: ?[:=])? (?:(?:turned|switched|is|was) )?(?:off|disabled|d[eé]sactivé\w{0,2}|desactivado|deaktiviert|aus)\b|без (?:стрим\w{0,20}|поток\S{0,4})|(?:非|不用|不走|关闭|关掉)(?:流式|stream(?:ing)?)|非ストリーミング|ストリーミング(?:なし|オフ)|비스트리밍|스트리밍(?:을)? ?(?:없이|끄면)/gi;

/** Whether words are about the same question without its stream. */
export function saysWhole(words: string): boolean {
  return words.search(WHOLE) >= 0;
}

/** What a person says of what works. */
const WORKS =
  /\b(?:works?|worked|fine|ok|right|perfect\w{0,2}|correct\w{0,2}|complete|whole|intact|proper\w{0,2}|valid|(?:tool|function)[_ ]?calls?|geht|funktioniert|klappt|richtig|vollständig|bien|bem|bene|funciona|correcto|completo|marche|fonctionne|funziona|działa|werkt)\b|работает|нормально|правильно|没有?问题|正常|没事|正确|完整|問題(?:な|ありません)|正しく|動[きく]|정상|잘 |문제 ?없/i;

/** And what does not. */
const FAILS =
  /\b(?:not|never|neither|either|also|too|same (?:result|thing|problem|error|issue)|fail\w{0,3}|broken|wrong|empty|missing|null|text|cut|lost|truncat\w{1,3}|incomplete|should|would|might|maybe|whether|nicht|kein\w{0,2}|auch|leer|tampoco|también|também|aussi|pas|anche|nie|no (?:tool|function|call|funciona))\b|n['’]t\b|\[\]|\sне\s|тоже|也|同样|一样|不行|못|똑같/i;

/** Whether a sentence says that something works. */
export function saysWorks(sentence: string): boolean {
  return WORKS.test(sentence) && !FAILS.test(sentence);
}

/** An older release, or that it went wrong with a newer one, in the languages of those who ask. */
const BROKE_LATER =
  /\b(?:works?(?: (?:fine|ok|well))?|worked(?: (?:fine|ok|well))?|was (?:fine|ok)) (?:again )?(?:on|in|with|at|before|until|after (?:going|rolling) back to) (?:the )?(?:previous|older|earlier|last|old|(?:build|version|release|commit|tag)\b)|\bworks? on:\s{0,4}(?:\w{1,20}:? )?[vb]?\d|\b(?:since|after) (?:I |we )?(?:(?:the|my|an?|today's|yesterday's) )?(?:updat|upgrad|pull|bump)(?:e|ed|ing)?\b|\b(?:build|version|release|commit|checkout)\b[^\n.]{0,60}\b(?:older|earlier|before)\b[^\n.]{0,60}\bworks?\b|\b(?:downgrad|roll(?:ed|ing)? (?:it )?back|revert)\w{0,3}\b[^\n.]{0,60}\b(?:works?|fix\w{0,3}|helps?|fine)\b|\b(?:seit|nach) dem (?:Update|Upgrade)\b|\b(?:depuis|après) la mise à jour\b|\b(?:desde|tras|después de) (?:la )?actualiza\w{1,4}\b|\b(?:depois|após|desde) (?:de |da )?(?:a )?atualiza\w{1,4}\b|\bpo aktualizacji\b|после обновлени|(?:升级|更新)(?:到|后|之后|以后)|(?:アップデート|更新)(?:後|してから|したら)|업데이트 (?:후|이후)/i;

/** The update that was to help did not. */
const STILL =
  /\b(?:still|same (?:error|problem|issue|thing|result)|even|also|neither|never|tried|n[o']t (?:help|fix\w{0,2}|change|work)|no (?:change|difference|luck)|immer|toujours|encore|todav[ií]a|sigue|ainda|nadal)\b|(?:did|does)n['’]t|ещ[её]|вс[её] равно|仍|还是|依然|依旧|まだ|여전히/i;

/** Whether a person says that an older release did it right: then it is no fault of the model. */
export function saysBrokeLater(words: string): boolean {
  return sentencesOf(words).some((sentence) => BROKE_LATER.test(sentence) && !STILL.test(sentence));
}

/** What a person says of a fault that comes and goes, in the languages of those who ask. */
const SOMETIMES =
  /\b(?:sometimes|occasionally|intermittent(?:ly)?|randomly|every (?:second|other|third|few)|(?:about |roughly )?half (?:of )?(?:the|my|its|all)|now and then|most of the time|some of the time|manchmal|gelegentlich|ab und zu|jedes zweite|parfois|une fois sur|a veces|algunas veces|às vezes|a volte|czasami|soms|ibland)\b|иногда|через раз|有时|偶尔|時々|たまに|가끔|때때로|\bbazen\b/i;
/** What comes and goes: a call that is a text, and no fault of another kind. */
const AS_TEXT =
  /\b(?:text|code|json|raw|plain|print\w{0,3}|as (?:a )?content|instead|(?:does|do|did|get|gets|see|ends?|looks?|comes?) (?:(?:it|out) )?(?:like )?this|read out|spoken|spricht|Klartext|texte|texto|testo|tekst)\b|текст|文本|テキスト|텍스트/i;

const FORM = String.raw`[^.!?\n]{0,40}(?:<\w{2,30}>|\b(?:json|text|markdown|fences?|xml|tags?|code|prose)\b)`;
/** Two forms that take turns, each of them a text: no call is among them. */
const BY_TURNS = new RegExp(
  String.raw`\b(sometimes|manchmal|mal|parfois|a veces|às vezes|a volte|czasami|soms|ibland)\b${FORM}[^.!?\n]{1,60}\b\1\b${FORM}`,
  'i',
);

/** Whether a person says that calls are text only now and then: then tools are sent, and somebody reads the calls. */
export function saysSometimes(words: string): boolean {
  return sentencesOf(words).some(
    (sentence) => SOMETIMES.test(sentence) && AS_TEXT.test(sentence) && !BY_TURNS.test(sentence),
  );
}

/** What reached the model, as people call it. */
const PROMPT =
  /\b(?:(?:system ?)?prompt\w{0,2}|(?:model )?input|chat template|entrada|invite)\b|промпт\S{0,3}|提示词|输入|プロンプト|프롬프트/i;
/** That no tools are in it. */
const UNTOLD =
  /\b(?:no|not (?:contain|include|show|list|mention) (?:the |any )?|without(?: the| any)?|zero|neither|keine?|nichts? von (?:den )?|aucun\w?|pas d['’e] ?|rien (?:des|sur les) |ning[uú]n\w?|sin|nada (?:de|sobre) (?:las )?|nenhuma?|sem|nessun\w?|niente (?:dei |sui )?|geen|brak) ?(?:\w{1,12} )?(?:tools?|functions?|tool definitions?|Werkzeuge?n?|Funktionen|outils?|herramientas?|ferramentas?|strumenti|narzędzi)\b|\btools? (?:are|is|were) (?:not (?:in|part)|missing|absent)|нет (?:инструментов|тулов|tools)|без инструментов|没有(?:任何)?(?:工具|tools)|ツール(?:が|の定義が)(?:ない|無い|ありません|含まれ(?:ていない|ません))|(?:도구|툴)(?:가|이) ?(?:없|빠)/i;

/** Whether a person has looked at the prompt, and says that no tools are in it. */
export function saysUnshown(words: string): boolean {
  return sentencesOf(words).some(
    (one) => PROMPT.test(one) && UNTOLD.test(one) && !/[?？]|\b(?:if|wenn|si|se|jeśli)\b/i.test(one),
  );
}

/** One model by two routes of a proxy: `openai/gpt-5.1` in place of `openai/responses/gpt-5.1`. */
const ROUTES =
  /(?<![\w./-])(?:[\w.-]{1,40}\/){1,3}([\w.:-]{3,60})["'`]? {1,3}(?:instead of|rather than|statt|au lieu de|en (?:vez|lugar) de|em vez de|вместо) ["'`]?(?:[\w.-]{1,40}\/){1,3}\1(?![\w./-])/gi;
/** Another path of the same server: `/v1/chat/completions is fine`, `works with the Chat Completions API`. */
const PATH = String.raw`[\x60'"]?(?:(?<![\w/.])/(?:[\w.-]{1,20}/){0,4}(?:completions|responses|messages|chat|generate)\b|chat[ -]?completions\b|responses api\b|messages api\b)[\x60'"]?`;
const FINE =
  '(?:works?|worked|(?:is|are|was) (?:fine|ok(?:ay)?|good|correct|right|complete)|funktioniert|geht|klappt|marche|fonctionne|funciona|funziona|działa|работает|正常|没有?问题)';
const PATHS = new RegExp(
  String.raw`${PATH}(?: (?:(?!not|never|neither|no\b)[\w-]{1,14} ){0,4}| ?)${FINE}|\b${FINE}(?: (?:fine|ok|well|correctly|richtig|bien))?(?: (?:on|with|over|via|through|in|at|mit|über|avec|sur|con|en|com|no)){1,2}(?: (?:the|der|die|l'|la|el|o|a))? ?${PATH}`,
  'i',
);
/** The server without what is in front of it. */
const AROUND =
  /\b(?:direct(?:ly)?|straight) (?:to|at|against)\b|\bbypass\w{0,3}\b|\bwithout (?:the |my |our )?(?:proxy|gateway|litellm)\b|\b(?:direkt|directement|directamente|diretamente)\b|напрямую|直接(?:请求|调用|访问)/gi;
/** What the server or the provider itself kept. */
const LOGGED = /\bin the [\w ]{0,20}\b(?:dashboard|logs?|console)\b/gi;
/** Fewer words: whoever asks a server directly may speak of a correct parser as well. */
const CAME =
  /\b(?:works|worked|fine|ok|streams|(?:tool|function)[_ ]?calls? (?:is|are|comes?|came|arrives?)|funktioniert|geht|klappt|funciona|marche|fonctionne)\b|работает|正常|没有?问题/i;

/** In UTF-16 units. */
const LONGEST = 400;

/** Each way with what is said of it, the one that tells most first. */
const WAYS = {
  whole: [WHOLE, WORKS],
  route: [ROUTES, CAME],
  around: [AROUND, CAME],
  log: [LOGGED, CAME],
} as const;

type Way = keyof typeof WAYS;

export function sentencesOf(words: string): readonly string[] {
  return words.split(/\n(?!version)|(?<=[.!?;])\s|(?<=[。？！；])/).filter(({ length }) => length < LONGEST);
}

/** How a person says that the call comes: without the stream, or without what is in between; null where they do not. */
function otherWay(words: string): Way | null {
  const told = sentencesOf(words).filter((sentence) => !/[?？]/.test(sentence));
  if (told.some((sentence) => PATHS.test(sentence))) return 'route';
  const isTold = ([way, works]: (typeof WAYS)[Way]): boolean =>
    told.some((sentence) => {
      const rest = sentence.replaceAll(way, ' ');
      return rest !== sentence && works.test(rest) && !FAILS.test(rest);
    });
  return (Object.keys(WAYS) as Way[]).find((way) => isTold(WAYS[way])) ?? null;
}

/** Source: litellm#35711: it goes to `/api/generate`, and only a whole answer is made a call. */
const OLD_ROUTE = {
  cause: 'stream',
  says: 'LiteLLM asks for JSON in the prompt on its route `ollama/`, and makes no call of a stream.',
  fix: 'Change `ollama/` to `ollama_chat/` in the model of LiteLLM, or send the request with `stream: false`.',
} as const;

/** The call of a stream that the server in between never makes; null for others. */
export function ofOldRoute(text: string, { kind }: Answer, { did, text: reading }: Judgement): Reason | null {
  const isOld = kind === 'stream' && did === 'text' && reading.isBare && /litellm/i.test(text);
  return isOld && /\bollama\/\w/.test(text) && !text.includes('ollama_chat') ? OLD_ROUTE : null;
}

/** How LiteLLM logs the tools that it writes into the prompt. */
const IN_PROMPT = 'functions_unsupported_model';

/**
 * A route of LiteLLM that sends Ollama no tools: `ollama/`, or a model of `ollama_chat/` that its table does not have. Null elsewhere.
 * Source: litellm llms/ollama/completion/transformation.py and utils.py (`add_function_to_prompt`); litellm#4812 and #4918, LangBot#2494
 */
export function ofPromptRoute(text: string, { sendsTools, named }: Around, { did }: Judgement): Reason | null {
  const isLogged = text.includes(IN_PROMPT);
  const isOld = /(?<![\w/])ollama\/\w/.test(text) && !text.includes('ollama_chat');
  if (did === 'calls' || !named.includes('litellm') || !(isLogged || (isOld && sendsTools === true))) return null;
  return {
    cause: 'client',
    says: isOld
      ? 'The model is asked under `ollama/`, where LiteLLM writes the tools into the prompt.'
      : 'LiteLLM writes the tools into the prompt: it takes this for a model without tools.',
    fix: isOld
      ? 'Change `ollama/` to `ollama_chat/` in the model of LiteLLM, and set `supports_function_calling: true` in its `model_info`.'
      : 'Set `supports_function_calling: true` in the `model_info` of this model, or update LiteLLM.',
  };
}

/** A setting of code: what it prints was joined of a stream. */
const STREAMS = /\bstream(?:ing)?["']?\s{0,4}[:=]\s{0,4}true\b/i;

/** What a person says beside an answer that went wrong: the call comes another way, so it is lost on this one. */
export function lostOnWay({ around, frame }: Scene, { kind }: Answer, { did, reasons }: Judgement): Reason | null {
  const [first] = reasons;
  if (first?.cause === 'cut' || (did === 'calls' && first?.cause !== 'arguments')) return null;
  const way = otherWay(around);
  if (way === null || (way === 'whole' && kind !== 'stream' && !STREAMS.test(frame.text))) return null;
  const [cause, says, fix] = LOST[way === 'around' ? 'route' : way];
  return { cause, says, fix, isCompared: true };
}

/** The same question as a stream, where the words for one without it are taken out. */
const STREAMED = /\bstream(?:ing|ed|s)?\b|\bSSE\b|стрим\w{0,20}|поток\w{0,20}|流式|ストリーミング|스트리밍/i;

const BUT = /[,;] (?:but|aber|pero|mais|mas|ma|но) /;

/**
 * Whether a person says that a client takes calls of a stream, and shows a sound one of a whole answer: Open WebUI ran none of
 * those. Source: open-webui#12135, #18121
 */
export function ofStreamOnly(around: string, { kind, value }: Answer): Reason | null {
  if (kind !== 'response' || value === null || !saysWhole(around)) return null;
  const clauses = sentencesOf(around).flatMap((sentence) => (/[?？]/.test(sentence) ? [] : sentence.split(BUT)));
  const isTold = clauses.some((clause) => {
    const rest = clause.replaceAll(WHOLE, ' ');
    return rest === clause && STREAMED.test(rest) && saysWorks(rest);
  });
  if (!isTold) return null;
  return {
    cause: 'client',
    says: 'By the words in the paste, the client takes calls of a stream, and not this sound one.',
    fix: 'Turn streaming on in the client again, or update it. The model and the server did their part.',
  };
}

/** What a client says, or a person says of it. */
const UNSEEN =
  /(?:\b(?:says?|said|shows?|reports?|sees?|saw|prints?|logs?|claims?|thinks?|counts?|gets?|got|finds?|found|sagt|zeigt|meldet|sieht|dit|affiche|voit|dice|muestra|ve|diz|mostra|vede|pisze|zegt)\b|пишет|показывает|видит|显示|提示|报|表示|표시|表示)[^\n.!?。？]{0,40}?(?:(?<![\w.])(?:no|0|zero|keine?|aucun\w?|sin|ning[uú]n\w?|nenhuma?|sem|nessuna?|geen|brak)(?![\w.])|нет|没有)[^\n.!?]{0,10}?(?:tool|function)[-_ ]?(?:calls?|use)\b/i;

/** A sound call beside the words that the client saw none. */
export function ofUnseen(around: string, { kind }: Answer): Reason | null {
  if (!sentencesOf(around).some((one) => UNSEEN.test(one) && !/[?？]/.test(one))) return null;
  return {
    cause: 'client',
    says: 'By the words in the paste, the client saw no call, and this one came whole.',
    fix:
      kind === 'stream'
        ? 'Send the request with `stream: false`: if the client takes the call then, it loses those of streams. Update it, or report this stream to its makers.'
        : 'Update the client, or report this response to its makers. The model and the server did their part.',
  };
}

/** What people say of a call that came and that nothing ran. */
const IDLE =
  /\b(?:is|are|was|were|gets?|got)(?: never|n['’]t| not)(?: \w{1,12})? (?:run|executed|called|invoked|entered|triggered|fired|reached|hit)\b|\bnever (?:gets? |even )?(?:runs?|ran|executes?|fires?|entered|invoked|executed|reached|triggered)\b|(?<!\b(?:I|[Ww]e|you) )\b(?:doesn['’]t|does not|didn['’]t|did not|won['’]t) (?:run|execute|fire)\b|\bnothing (?:happens|happened|runs?|ran|is (?:run|executed|called)|follows|comes (?:of|after) (?:it|this))\b|\bdoes nothing\b|\b(?:spin|hang|wait|load)(?:s|ing)? (?:forever|for ?ever|endlessly|there)\b|\bjust (?:waits|hangs|stops|sits|spins|ends|loads)\b|\b(?:stays?|stayed|remains?|is still) (?:off|on|dark|closed|open|empty|unchanged)\b|\bbleibt (?:aus|an|dunkel|zu|leer)\b|\b(?:reste|sigue|continua|rimane) (?:éteinte?|apagad[ao]|desligad[ao]|spent[ao])\b|\b(?:passiert|geschieht) (?:\w{1,12} )?nichts\b|\bnie (?:ausgeführt|aufgerufen)|\b(?:ne se passe rien|rien ne se passe|(?:jamais|pas) (?:exécuté|appelé|lancé)e?)|\bno pasa nada\b|\b(?:nunca|no) se (?:ejecuta|llama)\b|\bnada acontece\b|\bn(?:unca|ão) (?:é )?(?:executa|chama)\w{0,3}|\bnon (?:succede|accade) n(?:ulla|iente)\b|\bnic się nie dzieje\b|\ber gebeurt niets\b|ничего не происходит|не (?:выполня|вызыва|запуска)[а-я]{2,4}|没有?(?:被)?(?:执行|反应|运行)|无反应|不执行|実行され(?:ない|ません)|何も起き|실행되지|아무 일도/i;

/** Whether a person says that nothing came of a call. */
export function saysIdle(words: string): boolean {
  return sentencesOf(words).some((one) => IDLE.test(one) && !WISHES.test(one));
}

/** A sound call beside the words that nothing came of it. */
export function ofIdle(around: string): Reason | null {
  if (!saysIdle(around)) return null;
  return {
    cause: 'client',
    says: 'By the words in the paste, nothing came of this call, and it is sound.',
    fix: 'Look in the log of the client whether it took the call. Try the other setting of `stream`, and update the client.',
  };
}

/** What is said of another time, or of some calls alone. */
const WISHES = /\b(?:if|when|unless|should|would|must|only|wenn|falls|quand|cuando|quando|se|si)\b|如果|когда/i;

const LOST = {
  whole: [
    'stream',
    'By the words in the paste, the call comes whole with `stream: false`, so the stream loses it.',
    'Send the request with `stream: false`, and update the server or the proxy that makes the stream.',
  ],
  route: [
    'lost',
    'By the words in the paste, the call comes by another route, so this one loses it.',
    'Use the route that works, and update the server or the proxy of this one.',
  ],
  log: [
    'lost',
    'By the words in the paste, a log has the call, so it is lost after that.',
    'Update the server or the proxy that answered here. Ask the one with the log directly: that tells which one loses it.',
  ],
} as const;
