import { describe, expect, it } from 'vitest';
import { recognise } from '../../../src/core/index.ts';

const calls = [
  '```json\n{"name": "list_shelves", "arguments": {"room": "low"}}\n```',
  '<tool_call>\n{"name": "list_shelves", "arguments": {"room": "low"}}\n</tool_call>',
];

const talks = [
  ['Usuario', 'Asistente', ': '],
  ['Benutzer', 'Assistent', ': '],
  ['Utilisateur', 'IA', ' : '],
  ['Utente', 'Assistente', ': '],
  ['Usuário', 'Modelo', ': '],
  ['Пользователь', 'Ассистент', ': '],
  ['Я', 'Бот', ': '],
  ['Користувач', 'Помічник', ': '],
  ['用户', '助手', '：'],
  ['User', 'AI', '：'],
  ['ユーザー', 'アシスタント', '：'],
  ['사용자', '어시스턴트', ': '],
  ['Kullanıcı', 'Asistan', ': '],
  ['Người dùng', 'Trợ lý', ': '],
  ['المستخدم', 'المساعد', ': '],
  ['Uživatel', 'Asistent', ': '],
] as const;

const repliesOf = (content: string): readonly (string | null)[] =>
  recognise({ content, name: null }).replies.map(({ text }) => text);

describe.each(talks)('a talk between %s and %s', (asks, answers, colon) => {
  it.each(calls)('is cut to what was answered: %#', (call) => {
    const answer = `1, 2.\n\n${call}`;
    expect(repliesOf(`${asks}${colon}1?\n${answers}${colon}${answer}\n${asks}${colon}2?\n`)).toEqual([answer]);
    expect(repliesOf(`**${asks}${colon.trim()}** 1?\n\n**${answers}${colon.trim()}** ${answer}\n`)).toEqual([answer]);
    expect(repliesOf(`### ${asks}\n1?\n\n### ${answers}\n${answer}\n\n### ${asks}\n2?\n`)).toEqual([answer]);
  });
});

describe('a name of who answers', () => {
  it('as the heading of all there is, is none of the reply', () => {
    expect(repliesOf(`### Assistant\nJe lis.\n\n${calls[0] ?? ''}`)).toEqual([`Je lis.\n\n${calls[0] ?? ''}`]);
  });

  it.each([
    ['that is a heading of its own', `### Modelo\nUsa dos capas.\n\n${calls[0] ?? ''}`],
    ['after words of its own', `Claro.\nAsistente: sí.\n${calls[1] ?? ''}`],
    ['that goes on with a turn that it made up', `${calls[1] ?? ''}\nUsuario: gracias\nAsistente: de nada`],
    ['that is a field', `模型：3 层。\n${calls[1] ?? ''}`],
  ])('stays in a reply %s', (_, reply) => {
    expect(repliesOf(reply)).toEqual([reply]);
  });
});
