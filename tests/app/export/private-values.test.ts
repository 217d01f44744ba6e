import { describe, expect, test } from 'vitest';
import { emptyLinkState } from '../../../src/app/permalink/state.ts';
import { choiceFor, countedKinds, findingWords, privateFindings } from '../../../src/app/export/private-findings.ts';
import type { PrivateKind } from '../../../src/app/export/private-looks.ts';
import { privateValues } from '../../../src/app/export/private-values.ts';
import { redact } from '../../../src/app/export/redact.ts';

/** Letters and digits as an issuer would draw them; put together here, so that no scanner takes this file for a leak. */
const drawn = (length: number): string => 'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY'.repeat(4).slice(0, length);
const hex = (length: number): string => '3f2b8c1e77aa4a6e9c0d1122aabbccdd'.repeat(3).slice(0, length);
const capitals = (length: number): string => 'Q7W4E2R9T5Y1U3I8'.repeat(2).slice(0, length);
/** Letters without a digit, as Hugging Face draws them. */
const letters = (length: number): string => 'qXzKvbTRnWmJhYpLcGdSfUkDZrOeNtBiQaMwHx'.slice(0, length);
const jwt = `eyJ${drawn(20)}.eyJ${drawn(40)}.${drawn(30)}_-x`;

const secrets: readonly (readonly [PrivateKind, string])[] = [
  ['key', `sk-${drawn(48)}`],
  ['key', `sk-proj-${drawn(20)}_${drawn(20)}-${drawn(30)}`],
  ['key', `sk-ant-api03-${drawn(60)}-${drawn(20)}_AA`],
  ['key', `sk-or-v1-${hex(64)}`],
  ['key', `sk-${hex(32)}`],
  ['key', `sk_live_51${drawn(24)}`],
  ['key', `ghp_${drawn(36)}`],
  ['key', `github_pat_11${drawn(20)}_${drawn(59)}`],
  ['key', `glpat-${drawn(20)}`],
  ['key', `hf_${drawn(34)}`],
  ['key', `hf_${letters(34)}`],
  ['key', `api_org_${letters(34)}`],
  ['key', `lsv2_pt_${hex(32)}_${hex(10)}`],
  ['key', `ghp_${letters(36)}`],
  ['key', 'AKIAQWERTYUIOPLKJHGF'],
  ['key', 'ASIAQWERTYUIOPLKJH7F'],
  ['key', `GOCSPX-${drawn(20)}_${letters(7)}`],
  ['key', `gsk_${drawn(52)}`],
  ['key', `xoxb-123456789012-1234567890123-${drawn(24)}`],
  ['key', `hooks.slack.com/services/T0${capitals(8)}/B0${capitals(8)}/${drawn(24)}`],
  ['key', `AKIA${capitals(16)}`],
  ['key', `AIza${drawn(35)}`],
  ['key', `npm_${drawn(36)}`],
  ['key', `nvapi-${drawn(64)}`],
  ['token', jwt],
  ['email', 'ann.lee+x@mail.example.org'],
  ['email', 'someone@example.com'],
  ['email', 'žofie@příklad.cz'],
];

describe('finds', () => {
  const settings: readonly ((value: string) => string)[] = [
    (value) => value,
    (value) => `It is ${value}, as I said.\nMore.`,
    (value) => `{"value": "${value}"}`,
    (value) => `{"arguments": "{\\"text\\": \\"line\\n${value}\\"}"}`,
    (value) => `{"text": "first\\n${value}\\nlast"}`,
    (value) => `"\\u003c${value}\\u003e"`,
    (value) => `<${value}> (${value})`,
    (value) => `https://host.example/?q=%7B%22a%22%3A%22${value}%22%7D`,
  ];
  test.each(secrets)('%s %s', (kind, value) => {
    for (const setting of settings) {
      const text = setting(value);
      const found = privateValues(text);
      expect(found.length, text).toBeGreaterThan(0);
      for (const one of found) expect([one.kind, text.slice(one.from, one.to)], text).toEqual([kind, value]);
    }
  });

  test.each<[string, PrivateKind, string]>([
    ['postgres://app:hunter2@db.example.org:5432/x', 'password', 'hunter2'],
    ['https://:t0ken-part@host/x', 'password', 't0ken-part'],
    [`Authorization: Bearer ${drawn(32)}`, 'token', drawn(32)],
    [`curl -H "authorization: bearer ${drawn(20)}.${drawn(20)}"`, 'token', `${drawn(20)}.${drawn(20)}`],
    ['Authorization: Basic dXNlcjpwYXNzd29yZDEy', 'token', 'dXNlcjpwYXNzd29yZDEy'],
    [`x-api-key: ${hex(32)}`, 'key', hex(32)],
    [`OPENAI_API_KEY=${drawn(20)}`, 'key', drawn(20)],
    [`{"apiKey": "${hex(24)}"}`, 'key', hex(24)],
    [`{\\"access_token\\": \\"${drawn(24)}\\"}`, 'key', drawn(24)],
    ['{"api_key": "3f2b8c1e-77aa-4a6e-9c0d-1122aabbccdd"}', 'key', '3f2b8c1e-77aa-4a6e-9c0d-1122aabbccdd'],
    [`aws_secret_access_key = ${drawn(20)}/${drawn(19)}`, 'key', `${drawn(20)}/${drawn(19)}`],
    ['{"user": "ann", "password": "hunter2"}', 'password', 'hunter2'],
    ['{\\"password\\": \\"hunter2\\"}', 'password', 'hunter2'],
    ["login(password='letmein')", 'password', 'letmein'],
    ['DB_PASSWORD=Tr0ub4dor', 'password', 'Tr0ub4dor'],
    ['password: c0rrect-horse', 'password', 'c0rrect-horse'],
    ['{"password": "correct horse battery staple"}', 'password', 'correct horse battery staple'],
    ['{"password": "say \\"friend\\" 7"}', 'password', 'say \\"friend\\" 7'],
    ['{\\"passphrase\\": \\"seven grey cats\\"}', 'password', 'seven grey cats'],
    ["connect(password='two words', user='ann')", 'password', 'two words'],
    ['curl -u ann:hunter2 https://host.example', 'password', 'hunter2'],
    ["curl -s \\\n  --user 'ann:two words' \\\n  https://host.example", 'password', 'two words'],
    ['{"command": "curl -sSu \\"ann:hunter2\\" https://host.example"}', 'password', 'hunter2'],
    [`Cookie: theme=dark; session=${hex(20)}; lang=en`, 'token', hex(20)],
    [`{"set-cookie": ["sid=s%3A${drawn(24)}; Path=/; HttpOnly; Max-Age=2592000"]}`, 'token', `s%3A${drawn(24)}`],
    [`{"name": "Cookie", "value": "connect.sid=${letters(30)}"}`, 'token', letters(30)],
    [`curl -H 'cookie: auth=${letters(12)}'`, 'token', letters(12)],
    [
      `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${drawn(43)}/${letters(38)}Qp0xYz==;EndpointSuffix=x`,
      'key',
      `${drawn(43)}/${letters(38)}Qp0xYz==`,
    ],
    [`Endpoint=sb://x/;SharedAccessKey=${letters(38)}Qp0xY=`, 'key', `${letters(38)}Qp0xY=`],
    [
      `https://a.blob.core.windows.net/c/f?sv=2024-11-04&se=2026-01-01&sr=b&sig=${drawn(20)}%2B${drawn(22)}%3D`,
      'token',
      `${drawn(20)}%2B${drawn(22)}%3D`,
    ],
    [`{"url": "https://host.example/f?sp=r\\u0026sig=${letters(38)}Qp0xY="}`, 'token', `${letters(38)}Qp0xY=`],
    [`?data=%7B%22api_key%22%3A%22${hex(32)}%22%7D`, 'key', hex(32)],
    [`{"name": "x-api-key", "value": "${hex(32)}"}`, 'key', hex(32)],
    [`-----BEGIN RSA PRIVATE KEY-----\n${drawn(64)}\n-----END RSA PRIVATE KEY-----`, 'private-key', `\n${drawn(64)}\n`],
    [`-----BEGIN PRIVATE KEY-----\n${drawn(64)}`, 'private-key', `\n${drawn(64)}`],
  ])('in %s the %s', (text, kind, value) => {
    expect(privateValues(text).map((one) => [one.kind, text.slice(one.from, one.to)])).toEqual([[kind, value]]);
  });
});

test.each([
  // Hashes, ids, pictures.
  hex(40),
  `sha256:${hex(64)}`,
  '{"sha": "da39a3ee5e6b4b0d3255bfef95601890afd80709", "etag": "W/\\"5f3e-abc\\""}',
  '3f2b8c1e-77aa-4a6e-9c0d-1122aabbccdd',
  'toolu_01A09q90qw90lq917835 call_aB3dE5fG7hJ9kL1mN2pQ4rS6 chatcmpl-aB3dE5fG7hJ9kL1mN2',
  `data:image/png;base64,iVBORw0KGgo${drawn(100)}sk+AKIA${capitals(16)}==`,
  `{"model": "Qwen3-Coder-480B-A35B-Instruct-FP8", "commit": "${hex(40)}"}`,
  // Prefixes in prose and in names.
  'sk-learn, sk-SK and sk-estimator-with-a-rather-long-name are words; so is task-1a2b3c4d5e6f7g8h.',
  'sk-learn-2024-release-notes-v2-final',
  'sk-YOUR_API_KEY_HERE_PLEASE sk-xxxxxxxxxxxxxxxxxxxxxxxx sk-... ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx hf_token',
  'The AKIA prefix is followed by 16 capitals. AKIAISSHORT',
  `ghp_${'x'.repeat(36)} hf_${'X'.repeat(34)} hf_YourHuggingFaceTokenGoesHereReally`,
  '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 hf_transformersmodelconfigurationloader',
  'AKIAIOSFODNN7EXAMPLE hf_abcdefghijklmnopqrstuvwxyzabcdefgh xoxb-your-token-here xapp-configuration-of-the-project-2',
  'GOCSPX-your-client-secret-of-google-x',
  'Cookie: theme=dark; lang=en-GB; consent=accepted. Set-Cookie: theme=dark; Expires=Wed, 21 Oct 2026 07:28:00 GMT',
  'A cookie: something baked. Cookie: name=value; cookie = parse(header); "cookie": {"type": "string"} document.cookie="a=b"',
  'Cookie: session=<your session>; token=YOUR_TOKEN_FROM_THE_BROWSER',
  'AccountKey=<key>; AccountKey=your-account-key-goes-here-and-is-rather-long AccountName=storage',
  'f(x, sig=signature); ?sig=short&page=2 &sig=the_signature_of_the_function_as_text',
  'docker run -u 1000:1000 -v /a:/b; chown -u ann:staff; curl -O https://host.example/x\ndocker run -u ann:staff image',
  'curl -u "$USER:$PASSWORD" https://host.example; curl -u ann: https://host.example; curl -X POST host:8080',
  'see /100%25/task and %22hello%22',
  '{"password": "At least 8 characters, for the account", "passphrase": "a phrase"}',
  'the bearer of good news; Bearer YOUR_ACCESS_TOKEN_GOES_HERE; Bearer $OPENAI_API_KEY; Bearer <token>',
  'eyJhbGciOiJub25lIn0 alone is base64.',
  // Names without a value that could be one.
  'max_tokens=1024 "prompt_tokens": 128000 tokenizer: Qwen2TokenizerFast10 "next_page_token": "CAUQAA10aB3dE5"',
  '{"token": " the", "secret": "word", "api_key": "YOUR_API_KEY", "apiKey": "${API_KEY}"}',
  'api_key = os.environ["OPENAI_API_KEY"]',
  '{"properties": {"password": {"type": "string", "description": "The password of the user"}}}',
  '{"password": "string", "passwd": "********", "passphrase": null, "a_password": "<password>", "b": "your-password"}',
  '{"password": "The password of the user"}',
  'Password: enter it below. password=get_password(user) password == stored',
  'http://localhost:8080/@scope/name https://host.example:443/a@b',
  '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----',
  `-----BEGIN CERTIFICATE-----\n${drawn(64)}\n-----END CERTIFICATE-----`,
  'https://host.example/home/page GET /users/5 /home/user/x C:\\Users\\Public\\x /home/<name>/x $HOME/x ~/x /home/xxxx/x',
  '/root/x /home/ubuntu/x "/home/$USER" C:\\Users\\%USERNAME%\\x /usr/lib/x /home/index.html',
  // At signs that are no addresses.
  '@user name@1.2.34 @types/node@22.13.0 pytest@8.3.rc1 logo@2x.png me@localhost a @ b.example user@host',
  'git@github.com:owner/project.git @app.route("/") @media.print x@',
])('finds nothing in %s', (text) => {
  expect(privateValues(text).map(({ kind, from, to }) => [kind, text.slice(from, to)])).toEqual([]);
});

test('the redactor replaces whatever is found, and what it leaves is found no more', () => {
  const choice = { emails: true, tokens: true, paths: false, hosts: false, quoted: false };
  const kept = { names: new Set<string>(), ids: new Set<string>() };
  const others = ['{"password": "hunter2"}', 'ftp://a:b1c2d3@h.example', `-----BEGIN PRIVATE KEY-----\n${drawn(64)}`];
  for (const text of [...secrets.map(([, value]) => `Use ${value} now. {"a": "${value}"}`), ...others]) {
    expect(privateValues(text), text).not.toEqual([]);
    expect(privateValues(redact(text, choice, kept)), text).toEqual([]);
  }
});

test('e-mail addresses are replaced without keys, and keys without addresses', () => {
  const text = `ann@mail.example sk-${drawn(24)}`;
  const kept = { names: new Set<string>(), ids: new Set<string>() };
  const none = { emails: false, tokens: false, paths: false, hosts: false, quoted: false };
  expect(redact(text, { ...none, emails: true }, kept)).toBe(`xxx@xxxx.xxxxxxx sk-${drawn(24)}`);
  expect(redact(text, { ...none, tokens: true }, kept)).toMatch(/^ann@mail\.example xx-[xX0]+$/);
});

test.each([
  ['vllm serve /home/jana.novakova/models/Qwen3-8B', 'jana.novakova'],
  ['cd /home/jana', 'jana'],
  ['/Users/jana/x', 'jana'],
  ['file:///home/jana/x', 'jana'],
  ['/mnt/c/Users/jana/x and', 'jana'],
  ['C:/Users/jana/x', 'jana'],
  ['{"path": "C:\\Users\\jana.novakova\\notes.txt"}', 'jana.novakova'],
  ['{"path": "C:\\\\Users\\\\jana\\\\notes.txt"}', 'jana'],
  ['{\\"path\\": \\"C:\\\\\\\\Users\\\\\\\\jana\\\\\\\\notes.txt\\"}', 'jana'],
  ['c:\\users\\Jana Novakova\\notes.txt', 'Jana Novakova'],
  ['"C:\\Users\\jana"', 'jana'],
  ['{"p": "\\/home\\/jana\\/x"}', 'jana'],
  ['"text\\n/home/jana/x"', 'jana'],
  ['?path=%2Fhome%2Fjana%2Fx', 'jana'],
  ['?path=C%3A%5CUsers%5Cjana%5Cx', 'jana'],
])('the name of a person is found in %s', (text, name) => {
  expect(privateValues(text).map(({ kind, from, to }) => [kind, text.slice(from, to)])).toEqual([['home', name]]);
  const kept = { names: new Set<string>(), ids: new Set<string>() };
  const none = { emails: false, tokens: false, paths: false, hosts: false, quoted: false };
  const choice = choiceFor([{ kind: 'home', label: 'reply', line: null, value: name }], none);
  expect(privateValues(redact(text, choice, kept))).toEqual([]);
});

describe('a case', () => {
  const fields = {
    ...emptyLinkState,
    text: `Look.\nSend ann@mail.example and bob@mail.example\nthe key sk-${drawn(32)}.`,
    note: 'Ask cy@mail.example.',
    loop: {
      asked: 'x',
      earlier: [],
      later: [],
      results: [],
      strays: [{ id: 'a', kind: 'ok', code: '', content: jwt }],
    },
  } as const;

  test('says what is found, and where', () => {
    const findings = privateFindings(fields);
    expect(countedKinds(findings)).toBe('1 API key, 1 access token and 3 e-mail addresses');
    expect(findings.map((one) => Object.values(findingWords(one)).join(': '))).toEqual([
      'E-mail address: reply, line 2',
      'E-mail address: reply, line 2',
      'API key: reply, line 3',
      'E-mail address: note',
      'Access token: results of turn 1',
    ]);
  });

  test('holds nothing when it holds nothing', () => {
    expect(privateFindings(emptyLinkState)).toEqual([]);
    expect(countedKinds([])).toBe('');
  });
});
