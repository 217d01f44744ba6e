import type { Writer } from '../evidence.ts';
import { sentencesOf } from './other-way.ts';

/** How people say that a client shows something, in the languages of those who ask. */
const SHOWS =
  /\b(?:prints?|shows?|displays?|outputs?|reads?|speaks?|says?|spits?|writes?|types?|dumps?|echo(?:es)?|answers?|imprime|muestra|escribe|lee|saca|affiche|écrit|lit|zeigt|schreibt|liest|gibt|spricht|stampa|mostra|scrive|legge|escreve|lê|toont|schrijft|wypisuje|pokazuje)\b|вывод|печата|показыва|пишет|читает|输出|打印|显示|朗读|出力|表示|読み上げ|출력|표시/i;

/** What it shows: the text of a call. */
const CALL =
  /\bJSON\b|\braw (?:text|calls?|tags?|xml)\b|\b(?:tool|function)[ _-]?calls?\b|\bXML\b|<\w{1,20}>|\b(?:plain|as) text\b|\bKlartext\b|\b(?:texto|texte|testo) plano?\b/i;

/** And what it does not do. */
const UNDONE =
  /\b(?:instead of|rather than) (?:actually |really |just )?(?:\w{1,20}ing|anything|the)\b|\bnothing (?:happens|is (?:done|created|run|called))\b|\b(?:does|do|did)(?:n['’]t| not) (?:actually |even |ever )?(?:create|run|execute|call|do|turn|switch|write|edit|use|change|invoke)\b|\bnever (?:actually )?(?:creates?|runs?|executes?|calls?|does|uses?|invokes?)\b|\bwithout (?:creating|running|executing|calling|doing|using)\b|\b(?:en vez de|en lugar de|em vez de|au lieu d|invece di|statt|anstatt|in plaats van|zamiast)\b|\bno (?:crea|ejecuta|hace|llama|usa|escribe)\b|\bnão (?:cria|executa|faz|chama|usa)\b|\bnon (?:crea|esegue|fa|chiama|usa)\b|\bne (?:crée|fait|lance|exécute)\b|\b(?:passiert|geschieht) (?:aber )?nichts\b|\bohne [^.]{1,40} zu\b|вместо|не (?:созда|вызыва|выполня|запуска|дела)|而不是|(?:没有?|不)(?:真正)?(?:执行|调用|创建)|代わりに|実行され(?:ない|ません)|実行せず|대신|실행(?:하지|되지)/i;

/** What is said of another time, or of what should be. */
const WISHED = /\b(?:if|should|would|could|might|wenn|falls|si|se|gdyby)\b|если|如果|もし/i;

/** Whether a person says that a client shows the call as text and does not run it: then the client got a text. */
export function saysShown(words: string): boolean {
  return sentencesOf(words).some((one) => SHOWS.test(one) && CALL.test(one) && UNDONE.test(one) && !WISHED.test(one));
}

/** Clients that send their tools with every request, as people name them. Source: the code of each */
const SENDERS = /\b(?:Claude[ -]?Code|Codex(?: CLI)?|Gemini[ -]CLI|Qwen[ -]Code|open ?code|goose)\b/i;

/**
 * Whether such a client shows the call. Home Assistant sends its tools as soon as Assist may control something: its own begin with
 * `Hass`, and a model knows them from the request alone.
 *
 * @param text all of the paste, where `words` is what is around its values
 */
export function isShownBySender(words: string, writer: Writer | null, text: string): boolean {
  const isSender = SENDERS.test(words) || (/\bAssist\b/.test(words) && /\bHome Assistant\b/.test(words));
  return (isSender && saysShown(words)) || (writer === 'home-assistant' && OF_HOME.test(text));
}

const OF_HOME = /\bHass[A-Z]\w/;

/** Whether a person types off a talk with Home Assistant, which sends its tools. */
export function isTalkAtHome(words: string, said: string): boolean {
  return OF_HOME.test(said) && /\bHome ?Assistant\b|\bHA\b/.test(words);
}
