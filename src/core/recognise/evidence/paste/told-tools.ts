/** How people say what their tool is called, in the languages of those who ask. */
const CALLED =
  /\b(?:tools?|functions?|node|Werkzeug|Tool|Funktion|outil|fonction|herramienta|función|ferramenta|função|strumento|funzione|narzędzie|инструмент|функция)\b ?(?:\w{1,12} ){0,3}?(?:is |are )?(?:called|named|heißt|nennt sich|s['’]appelle|se llama|se chama|si chiama|nazywa się|называется) (?:["'`„“«‘]([A-Za-z_][\w.-]{1,63})["'`“”»’]|([A-Za-z]\w{0,40}_\w{1,40})\b)/gi;
const CALLED_ZH = /(?:工具|函数)(?:名)?(?:叫做?|是|为|名为) ?["'`“「]?([A-Za-z_]\w{1,63})/g;

/** The names that a person gives their tools in words. */
export function toldTools(words: string): readonly string[] {
  return [...words.matchAll(CALLED), ...words.matchAll(CALLED_ZH)].flatMap(([, one, other]) => one ?? other ?? []);
}
