/** Who asks, as chats name them in the languages of those who ask. */
export const ASKING =
  'user|human|ich|nutzer|benutzer|anwender|utilisateur|utilisatrice|moi|vous|usuario|usuária|usuário|você|utente|użytkownik|gebruiker|användare|bruger|bruker|käyttäjä|felhasználó|uživatel|používateľ|utilizator|kullanıcı|pengguna|người dùng|я|вы|пользователь|користувач|потребител|χρήστης|用户|用戶|使用者|我|你|ユーザー|ユーザ|私|あなた|사용자|유저|المستخدم|مستخدم|کاربر|משתמש|उपयोगकर्ता|ผู้ใช้';

/** Who answers. */
export const ANSWERING =
  'assistant|ai|assistent|assistentin|assistente|asistente|asystent|asistan|asisten|asistent|assistentti|asszisztens|avustaja|trợ lý|ki|ia|modell|modèle|modelo|modello|ассистент|помощник|помічник|асистент|асистентът|бот|модель|нейросеть|ии|βοηθός|助手|助理|ai助手|智能助手|机器人|模型|アシスタント|ボット|モデル|어시스턴트|비서|챗봇|봇|모델|المساعد|مساعد|دستیار|עוזר|सहायक|ผู้ช่วย';

/** What the chat begins with. */
const SYSTEM = 'système|sistema|систем[аы]|系统|系統|システム|시스템';

const askers: ReadonlySet<string> = new Set(ASKING.split('|'));
const NAME = `(${ASKING}|${ANSWERING}|${SYSTEM})`;

/** Lines that name who speaks in any of these languages, each with the name in its first group. */
export const speakerLines: readonly RegExp[] = [
  new RegExp(
    String.raw`^[ \t]{0,3}(?:#{1,4} |\*\*|__|> |[-*] )?[\[【]?${NAME}[\]】]?(?:\*\*|__)?[ \u00a0]?[:：](?:\*\*|__)?[ \t\u00a0]?`,
    'iu',
  ),
  new RegExp(
    String.raw`^[ \t]{0,3}(?:#{1,4} |\*\*)(?:[^\p{L}\p{N}\s#*]{1,4} )?${NAME}[:：]?(?:\*\*)?[:：]?[ \t]*$`,
    'iu',
  ),
  new RegExp(String.raw`^[ \t]{0,3}[\[【]${NAME}[\]】][ \t]*$`, 'iu'),
];

/** Whose turn begins with a name. */
export function roleOfSpeaker(name: string): 'user' | 'assistant' | 'system' {
  if (askers.has(name)) return 'user';
  return new RegExp(`^(?:${SYSTEM})$`, 'u').test(name) ? 'system' : 'assistant';
}

/** A heading of an export that names who answers: no model begins its reply so. */
export const answerHeading = new RegExp(
  String.raw`^\s{0,20}#{1,4} (?:[^\p{L}\p{N}\s#*]{1,4} )?(?:assist\p{L}{2,6}|asist\p{L}{2,4}|ассистент|助手|アシスタント|어시스턴트)[:：]?[ \t]*(?:\n|$)`,
  'iu',
);
