import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import { settingsFor, type AgentSystem } from '../../../../src/core/index.ts';
import { RequestView } from '../../../../src/app/views/loop/request-view.svelte.ts';
import { Session } from '../../../../src/app/page/session.svelte.ts';
import { chatcli, exathena } from '../../../systems.ts';

const tools = '[{"name": "read_gauge", "schema": {"type": "object", "properties": {"dial": {"type": "string"}}}}]';

function withView(run: (view: RequestView, session: Session) => void): void {
  const stop = $effect.root(() => {
    const session = new Session();
    session.set({ tools });
    session.set({ system: 'A pump house.' });
    run(new RequestView(session), session);
    flushSync();
  });
  stop();
}

function choose(session: Session, id: string, system: AgentSystem): void {
  const handling = system.providers.get(id);
  if (handling === undefined) throw new Error(id);
  session.setProvider({ provider: id, ...settingsFor(system, handling, session.fields.profile) }, '');
}

const waysOf = ({ ways }: RequestView) => ways.map(({ wire, placement }) => `${wire} ${placement}`);

describe('the two requests', () => {
  it('begin with what the system does with the provider', () => {
    withView((view, session) => {
      expect(waysOf(view)).toEqual(['openai native', 'openai text']);
      choose(session, 'anthropic', exathena);
      expect(waysOf(view)).toEqual(['anthropic native', 'anthropic text']);
      choose(session, 'ollama', chatcli);
      expect(waysOf(view)).toEqual(['ollama shim', 'ollama native']);
      choose(session, 'claude-code', exathena);
      expect(waysOf(view)).toEqual(['openai none', 'openai text']);
    });
  });

  it('are what the reader chose, until another provider is chosen', () => {
    withView((view, session) => {
      view.choose(1, { wire: 'gemini', placement: 'native' });
      expect(waysOf(view)).toEqual(['openai native', 'gemini native']);
      choose(session, 'ollama', exathena);
      expect(waysOf(view)).toEqual(['openai native', 'openai text']);
      expect(view.requests[0]?.provider.id).toBe('ollama');
    });
  });

  it('ask the model that a paste names, but in no format of a maker that has others', () => {
    const stop = $effect.root(() => {
      const session = new Session();
      session.set({ tools });
      const view = new RequestView(session, () => 'glm-4.6');
      view.choose(1, { wire: 'anthropic', placement: 'native' });
      const models = view.requests.map(({ body }) => (JSON.parse(body.text) as { model: string }).model);
      expect(models[0]).toBe('glm-4.6');
      expect(models[1]).toMatch(/^claude/);
    });
    stop();
  });

  it('say what the tools add', () => {
    withView((view) => {
      const [native, text] = view.requests;
      expect(native?.toolBytes).toBeGreaterThan(100);
      expect(text?.toolBytes).toBeGreaterThan(native?.toolBytes ?? 0);
      view.choose(0, { placement: 'none' });
      expect(view.requests[0]?.toolBytes).toBe(0);
    });
  });

  it('go to the provider, with its key in a variable', () => {
    withView((view, session) => {
      choose(session, 'moonshot', chatcli);
      const [request] = view.requests;
      if (request === undefined) throw new Error('a request');
      const curl = view.codeOf(request, 'curl');
      expect(curl).toContain("'https://api.moonshot.ai/v1/chat/completions'");
      expect(curl).toContain('"Authorization: Bearer $MOONSHOT_API_KEY"');
      choose(session, 'ollama', exathena);
      const [local] = view.requests;
      if (local === undefined) throw new Error('a request');
      expect(view.codeOf(local, 'python')).toContain('"http://localhost:11434/v1/chat/completions"');
      expect(view.codeOf(local, 'python')).not.toContain('environ');
    });
  });
});

describe('where the requests go', () => {
  const raw = `$ curl http://10.0.0.7:30000/v1/chat/completions -d '{"model": "m"}'\n{"choices": []}`;
  const curl = (view: RequestView): string => view.codeOf(view.requests[0]!, 'curl') ?? '';

  it('is the server that the paste names, without a key of another one', () => {
    withView((view, session) => {
      expect(curl(view)).toContain('https://api.openai.com/v1/chat/completions');
      session.set({ raw });
      expect(view.requests[0]?.provider.label).toBe('the server in your paste');
      expect(curl(view)).toContain('http://10.0.0.7:30000/v1/chat/completions');
      expect(curl(view)).not.toContain('OPENAI_API_KEY');
    });
  });

  it('is the provider that somebody chose, and that of a format which the paste does not ask in', () => {
    withView((view, session) => {
      session.set({ raw });
      view.choose(0, { wire: 'anthropic' });
      expect(curl(view)).toContain('api.anthropic.com');
      choose(session, 'ollama', chatcli);
      expect(curl(view)).toContain('http://localhost:11434/api/chat');
    });
  });

  it('keeps the key of the provider whose address the paste has', () => {
    withView((view, session) => {
      session.set({ raw: raw.replace('http://10.0.0.7:30000', 'https://api.openai.com') });
      expect(curl(view)).toContain('OPENAI_API_KEY');
    });
  });
});
