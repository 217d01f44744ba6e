import { it } from 'vitest';
import { emptyLinkState } from '../../src/app/permalink/state.ts';
import { privateFindings } from '../../src/app/export/private-findings.ts';
import { expectLinear } from './expect-linear.ts';

const pieces: readonly string[] = [
  'The quick brown fox. ',
  'ann@mail.example\n',
  'sk-aB3dE5fG7hJ9kL1mN2pQ4rS6 ',
  '@a.',
  '://a:b1',
  'token=',
  'password="',
  '-----BEGIN PRIVATE KEY-----\naB3dE5fG7hJ9kL1mN2\n',
  '\\nsk-',
];

it.each(pieces.map((piece) => [piece] as const))('naming private values works no more for each further %j', (piece) => {
  expectLinear(
    30_000,
    (size) => piece.repeat(Math.ceil(size / piece.length)),
    (text) => privateFindings({ ...emptyLinkState, text }),
  );
});
