import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { evidenceOf, evidenceSentences } from '../../../../src/core/recognise/evidence/index.ts';

const file = new URL('../../../fixtures/evidence.jsonl', import.meta.url);
const cases = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { readonly id: string; readonly content: string });

function said(id: string): { readonly headline: string; readonly tone: string; readonly advice: string } {
  const content = cases.find((one) => one.id === id)?.content ?? '';
  return evidenceSentences(evidenceOf({ content, name: null }));
}

describe('a conversation in which the call ran', () => {
  it.each([
    ['q39-ran-words', 'The client ran the call to `dim_lamp`, and the model answered after that.'],
    ['q39-ran-printed', 'LangChain ran the call to `dim_lamp`, and the model answered after that.'],
    ['q39-ha-ran', 'Home Assistant ran the call to `HassTurnOn`, and the model answered after that.'],
    ['q39-ha-events', 'Home Assistant ran the call to `HassTurnOn`, and the model answered after that.'],
  ])('%s: all is well', (id, headline) => {
    expect(said(id)).toMatchObject({ headline, tone: 'good' });
    expect(said(id).advice).toContain('a message with a call may have none');
  });

  it.each(['q39-ran-failed', 'q39-ha-events-failed'])('%s: nobody says that it ran', (id) => {
    expect(said(id).headline).not.toContain(' ran ');
    expect(said(id).tone).not.toBe('good');
  });
});
