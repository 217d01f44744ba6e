import { describe, expect, test } from 'vitest';
import { privateValues } from '../../../src/app/export/private-values.ts';
import { redact } from '../../../src/app/export/redact.ts';

const value = 'token-secret-998877';
const kept = { names: new Set<string>(), ids: new Set<string>() };
const choice = { emails: true, tokens: true, paths: false, hosts: false, quoted: false };

function foundIn(text: string): readonly (readonly string[])[] {
  return privateValues(text).map(({ kind, from, to }) => [kind, text.slice(from, to)]);
}

describe('the value of an option that holds a secret is found', () => {
  const options: readonly (readonly [kind: string, option: string])[] = [
    ['key', '--api-key'],
    ['key', '--api_key'],
    ['key', '--admin-api-key'],
    ['key', '-ApiKey'],
    ['token', '--hf-token'],
    ['token', '-hft'],
    ['token', '--token'],
    ['key', '--client-secret'],
    ['password', '--password'],
    ['password', '--ssl-keyfile-password'],
  ];
  const writings: readonly ((option: string) => string)[] = [
    (option) => `vllm serve Qwen/Qwen3-8B --port 8000 ${option} ${value} --enable-auto-tool-choice\n`,
    (option) => `vllm serve Qwen/Qwen3-8B --enable-auto-tool-choice ${option} ${value}`,
    (option) => `$ llama-server ${option}=${value}`,
    (option) => `x ${option} "${value}" y`,
    (option) => `x ${option}='${value}' y`,
    (option) => `x "${option}=${value}" y`,
    (option) => `x "${option}" "${value}" y`,
    (option) => `vllm serve \\\n  ${option} \\\n    ${value} \\\n  --port 1`,
    (option) => `vllm serve \`\r\n  ${option} \`\r\n    ${value} \`\r\n  -Port 1`,
    (option) => `vllm serve ^\r\n  ${option} ^\r\n    ${value} ^\r\n  --port 1`,
    (option) => `["vllm", "serve", "--enable-auto-tool-choice", "${option}", "${value}", "--port", "1"]`,
    (option) => `['vllm', '${option}=${value}']`,
    (option) => JSON.stringify({ command: `vllm serve --enable-x ${option} "${value}" --port 1\nnext` }),
    (option) => JSON.stringify({ command: `vllm serve \\\n ${option} \\\n ${value}\nnext` }),
    (option) => JSON.stringify({ text: JSON.stringify({ args: ['-x', option, value] }, null, 2) }),
    (option) => `args: [--port, 1, ${option}, ${value}]`,
    (option) => `args:\n  - --enable-x\n  - ${option}\n  - ${value}\n  - --port`,
    (option) => `args:\n  - "${option}"\n  - "${value}"\n`,
    (option) => `args:\n  - ${option}=${value}\n  - --port=1`,
    (option) => `docker run x sh -c "vllm serve m ${option} ${value}"`,
    (option) => `kubectl exec --command 'vllm serve m ${option} ${value}'`,
  ];
  test.each(options)('%s %s', (kind, option) => {
    for (const write of writings) expect(foundIn(write(option)), write(option)).toEqual([[kind, value]]);
  });
});

test.each([
  ['vllm serve m --api-key 7f3c9e2ab81d4460a5', 'key', '7f3c9e2ab81d4460a5'],
  ['vllm serve m --password=letmein', 'password', 'letmein'],
  ['mongosh --password letmein --host x', 'password', 'letmein'],
  ['mongosh --password "two words"', 'password', 'two words'],
  ['x --api-auth ann:letmein2', 'password', 'letmein2'],
  ['sshpass -p hunter2 ssh x', 'password', 'hunter2'],
  ['docker login -u ann -p hunter2 registry', 'password', 'hunter2'],
  ['mysql -u ann -phunter2 db', 'password', 'hunter2'],
  [`docker run -e VLLM_API_KEY=${value} -e PORT=1 vllm`, 'key', value],
  [`docker run --env "VLLM_API_KEY=${value}" vllm`, 'key', value],
  [`docker run -e HUGGING_FACE_HUB_TOKEN=letmeinplease vllm`, 'token', 'letmeinplease'],
  [`export LITELLM_MASTER_KEY='${value}'`, 'key', value],
  [`$env:VLLM_API_KEY = "${value}"`, 'key', value],
  [`setx VLLM_API_KEY ${value}`, 'key', value],
  [`set -gx HF_TOKEN ${value}`, 'token', value],
  [`environment:\n  - VLLM_API_KEY=${value}\n  - PORT=1`, 'key', value],
  [`environment:\n  VLLM_API_KEY: ${value}\n  PORT: 1`, 'key', value],
  [`env:\n  - name: VLLM_API_KEY\n    value: "${value}"`, 'key', value],
  [`{"env": {"VLLM_API_KEY": "${value}"}}`, 'key', value],
  [`{"env": [{"name": "HF_TOKEN", "value": "${value}"}]}`, 'token', value],
  [`curl -H "Authorization: Bearer ${value}"`, 'token', value],
  [`curl -H "x-api-key: ${value}"`, 'key', value],
  [`OpenAI(base_url=url, api_key="${value}")`, 'key', value],
  [`non-default args: {'api_key': ['${value}'], 'port': 1}`, 'key', value],
])('in %s', (text, kind, secret) => {
  expect(foundIn(text)).toEqual([[kind, secret]]);
  expect(foundIn(redact(text, choice, kept))).toEqual([]);
});

test.each([
  'vllm serve m --api-key $KEY --hf-token "${HF_TOKEN}" --token %TOKEN% --password $(cat p)',
  'vllm serve m --api-key EMPTY --token none --hf-token <your token> --api-key your-key --api-key token-abc123',
  '[--api-key API_KEY] [--hf-token HF_TOKEN]\n  --api-key API_KEY   If provided, the server will require it.\n',
  'Set --api-key and --hf-token, or use --token instead. The option --password is read once.\n',
  '"--api-key", "--hf-token", "--password"',
  'args:\n  - --api-key\n  - --port\n',
  '--eos-token </s1> --pad-token=<pad1> --max-token 4096 --image-token img_2_token',
  'MAX_TOKENS=1024 EOS_TOKEN="<|im_end|>" PWD=/srv/x1 PRIMARY_KEY=id HF_TOKEN=$TOKEN API_KEY=get_key(1)',
  'TOKENIZERS_PARALLELISM=false HF_TOKEN: string, API_KEY=os.environ["A"] API_KEY=${A1}',
  'mysql -p database; docker run -p 8000:8000 -e PORT=8000 vllm; redis-cli -p 6379',
  'x --api-auth --auth basic --auth bearer',
])('not in %s', (text) => {
  expect(foundIn(text)).toEqual([]);
});
