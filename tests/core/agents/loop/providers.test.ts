import { expect, test } from 'vitest';
import {
  providerOf,
  providers,
  settingsFor,
  systems,
  systemsDisagree,
  type AgentSystem,
} from '../../../../src/core/index.ts';
import { runtimeList } from '../../../../src/core/reader/runtimes.ts';
import { chatcli, exathena } from '../../../systems.ts';

function handling(id: string, system: AgentSystem) {
  const found = system.providers.get(id);
  if (found === undefined) throw new Error(`${system.label} does not know ${id}`);
  return found;
}

test('ids are ids of links, each once', () => {
  const ids = providers.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z0-9-]{1,40}$/);
});

test('the systems disagree where it is known, and nowhere else', () => {
  expect(providers.filter(systemsDisagree).map(({ id }) => id)).toEqual(['minimax-anthropic', 'xai', 'ollama']);
});

test('who has an address has a model, and a format to ask in', () => {
  for (const { id, address, model } of providers) {
    expect(model === '').toBe(address === null);
    const wires = systems.flatMap((system) => system.providers.get(id)?.wire ?? []);
    if (address !== null) expect(wires).not.toEqual([]);
  }
});

test('choosing sets runtime and capabilities', () => {
  expect(settingsFor(exathena, handling('ollama', exathena), 'auto')).toEqual({
    runtime: 'exathena',
    nativeToolCalls: 'true',
    selfContained: false,
  });
  expect(settingsFor(chatcli, handling('ollama', chatcli), 'exathena')).toEqual({
    runtime: 'chatcli',
    nativeToolCalls: 'false',
    selfContained: false,
  });
  expect(settingsFor(exathena, handling('claude-code', exathena), 'exathena')).toEqual({
    runtime: 'exathena-head',
    nativeToolCalls: 'false',
    selfContained: true,
  });
});

test('the version in use stays', () => {
  expect(settingsFor(exathena, handling('openai', exathena), 'exathena-head').runtime).toBe('exathena-head');
  expect(settingsFor(chatcli, handling('openai', chatcli), 'chatcli-shim').runtime).toBe('chatcli');
});

test('every choice is a runtime that exists', () => {
  const ids = runtimeList.map(({ id }) => id);
  for (const provider of providers) {
    for (const system of systems) {
      const way = system.providers.get(provider.id);
      if (way !== undefined) expect(ids).toContain(settingsFor(system, way, 'auto').runtime);
    }
  }
});

test('a system says what it does with providers of the list only', () => {
  for (const system of systems) for (const id of system.providers.keys()) expect(providerOf(id)?.id).toBe(id);
});
