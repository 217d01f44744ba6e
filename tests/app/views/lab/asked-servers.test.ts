import { expect, test } from 'vitest';
import { setupKey } from '../../../../src/core/index.ts';
import { AskedServers } from '../../../../src/app/views/lab/asked-servers.ts';
import { exampleExperiment } from '../../../../src/app/views/lab/example-experiment.ts';

const [variant] = exampleExperiment.variants;
const [message] = exampleExperiment.messages;
const [one, other] = ['http://localhost:8000/v1', 'http://localhost:8001/v1'];

test('runs that would join those of another server are announced, and no others', () => {
  if (variant === undefined || message === undefined) throw new Error('The example is empty.');
  const setup = { ...variant.setup, source: 'endpoint' };
  const runs = [{ setup, message, number: 1 }];
  const table = [{ key: setupKey(setup), name: 'A', read: 3 }];
  const asked = new AskedServers();
  const text = (address: string): string => asked.earlierText(table, runs, address);

  expect(asked.earlierText([{ key: setupKey(setup), name: 'A', read: 0 }], runs, one)).toBe('');
  expect(asked.earlierText(table, [{ setup: variant.setup, message, number: 1 }], one)).toBe('');
  // Those of the last visit, or of a file.
  expect(text(one)).toBe('Earlier runs of A may have asked another server. The rates count all servers together.');
  asked.add(runs, one);
  expect(text(one)).toBe('');
  expect(text(other)).toBe('Earlier runs of A asked http://localhost:8000/v1. The rates count all servers together.');
  asked.add(runs, other);
  expect(text(one)).toBe('Earlier runs of A asked http://localhost:8001/v1. The rates count all servers together.');
});
