import { expect, it } from 'vitest';
import { recognise } from '../../../src/core/index.ts';

const log = [
  '(APIServer pid=7) INFO:     192.168.7.3:40112 - "POST /v1/chat/completions HTTP/1.1" 200 OK',
  '(APIServer pid=7) INFO 12-01 09:14:12 [loggers.py:127] Engine 000: Avg prompt throughput: 0.0 tokens/s',
].join('\n');

const kindOf = (content: string): string => recognise({ content, name: null }).kind;

it.each([`the bell never rings, is this normal?\n\n${log}`, `vllm says:\n${log}\n\nand no call comes.`])(
  'a log between words is a log: %s',
  (content) => expect(kindOf(content)).toBe('error'),
);

it.each([
  `The log says this:\n\n\`\`\`\n${log}\n\`\`\`\n\nThe request came through.`,
  `I look at it.\n${log.split('\n')[0] ?? ''}\nThat is one line.`,
  `First line.\n${log.replace('\n', '\nand then\n')}`,
])('other text with lines of a log in it is a reply: %s', (content) => expect(kindOf(content)).toBe('reply'));
