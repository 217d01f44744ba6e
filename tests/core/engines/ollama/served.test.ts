import { describe, expect, it } from 'vitest';
import { extract, joinDeltas, openStream, type Extraction, type ToolDefinition } from '../../../../src/core/index.ts';
import { ollamaRuntimes } from '../../../../src/core/engines/ollama/index.ts';

// What Ollama's server makes of its readers' answers; the answers are held by tests/conformance/engines.test.ts.

const tools: readonly ToolDefinition[] = [
  {
    name: 'find_ferry',
    schema: { type: 'object', properties: { port: { type: 'string' }, price: { type: 'number' } } },
  },
];
const ferry = '<tool_call>{"name": "find_ferry", "arguments": {"port": "Malmö"}}</tool_call>';

function served(id: string, text: string, thinking?: boolean): Extraction {
  return extract({ text }, { runtime: id, runtimes: ollamaRuntimes, tools, capabilities: { thinking } });
}

function codes({ trace }: Extraction): string[] {
  return trace.flatMap((event) => ('code' in event ? [event.code] : []));
}

function kinds({ ledger, document }: Extraction): string[] {
  return ledger.map(({ kind, from, to }) => `${kind} ${document.slice(from, to)}`);
}

describe('whole', () => {
  it.each([
    '<function=find_ferry>\n<parameter=port>\nMalmö\n</parameter>\n</function>',
    '<function name="find_ferry"><parameter name="port">Malmö</parameter></function>',
  ])('reads a name and a key without their tags in %s', (body) => {
    const { trace, document, calls } = served('ollama:qwen3-coder', `<tool_call>${body}</tool_call>`);
    const read = trace.flatMap((step) =>
      step.kind === 'read' ? [`${step.what}: ${document.slice(step.from, step.to).trim()}`] : [],
    );
    expect(read).toEqual(['name: find_ferry', 'key: port', 'value: Malmö']);
    expect(calls.map(({ nameSpan }) => document.slice(nameSpan.from, nameSpan.to))).toEqual(['find_ferry']);
  });

  it('answers a bad block with an error, and the calls before it are lost', () => {
    const extraction = served('ollama:qwen3', `${ferry}<tool_call>{"name": </tool_call>`);
    expect(extraction.error).toMatchObject({ code: 'raises-json', served: 'http-error' });
    expect(extraction.calls).toEqual([]);
    expect(extraction.content).toBeNull();
    expect(extraction.suppressed.map(({ name, reason }) => [name, reason])).toEqual([
      ['find_ferry', 'discarded-with-error'],
    ]);
  });

  it('stops the whole server where a reader panics', () => {
    const extraction = served('ollama:olmo3', "<function_calls>find_ferry(port=')</function_calls>");
    expect(extraction.error).toMatchObject({ code: 'raises-panic', served: 'crash' });
  });

  it('hands thinking on apart from the content', () => {
    const extraction = served('ollama:qwen3-thinking', `By sea.</think>\n\n${ferry} Done.`);
    expect(kinds(extraction)).toEqual([
      'reasoning By sea.',
      'markup </think>\n\n',
      `call ${ferry}`,
      'markup  ',
      'content Done.',
    ]);
    expect(extraction.content).toBe('Done.');
    const without = served('ollama:qwen3-thinking', `By sea.</think>\n\n${ferry}`, false);
    expect(without.content).toBe('By sea.</think>');
  });

  it('reports a number that the response cannot hold', () => {
    const call = '<tool_call><function=find_ferry><parameter=price>NaN</parameter></function></tool_call>';
    const extraction = served('ollama:qwen3-coder', call);
    expect(extraction.calls[0]?.returnedText).toBe('{"price":NaN}');
    expect(codes(extraction)).toContain('not-json');
  });

  it('reports a block that is not complete at the end as lost', () => {
    const extraction = served('ollama:qwen3', 'Now: <tool_call>{"name": "find_ferry"');
    expect(kinds(extraction)).toEqual(['content Now:', 'lost  <tool_call>{"name": "find_ferry"']);
    expect(codes(extraction)).toContain('unread-at-end');
  });

  it('keeps only the first byte of a character in arguments of OLMo', () => {
    const extraction = served('ollama:olmo3', '<function_calls>find_ferry(port="Malmö")</function_calls>');
    expect(extraction.calls[0]?.arguments).toEqual({ port: 'Malm\ufffd' });
    expect(codes(extraction)).toContain('only-ascii');
  });

  it('reads no calls without tools where no PARSER is named', () => {
    const { content } = extract(
      { text: ferry },
      { tools: [], runtime: 'ollama:generic:tool_call', runtimes: ollamaRuntimes },
    );
    expect(content).toBe(ferry);
  });
});

describe('streamed', () => {
  const stream = (
    id: string,
    pieces: readonly string[],
  ): { joined: ReturnType<typeof joinDeltas>; end: Extraction } => {
    const open = openStream({ runtime: id, runtimes: ollamaRuntimes, tools });
    const deltas = pieces.flatMap((piece) => open.push(piece));
    const end = open.end();
    return { joined: joinDeltas([...deltas, ...end.deltas]), end: end.extraction };
  };

  it('sends what came before an error', () => {
    const { joined, end } = stream('ollama:qwen3', ['Wait. ', ferry, '<tool_call>{', '</tool_call>', 'late']);
    expect(joined.content).toBe('Wait.');
    expect(joined.calls.map(({ name }) => name)).toEqual(['find_ferry']);
    expect(end.error).toMatchObject({ code: 'raises-json', served: 'broken-stream' });
  });

  it('shows a mark of DeepSeek that comes in two pieces', () => {
    const { joined } = stream('ollama:deepseek3', ['<｜tool▁calls', '▁begin｜>']);
    expect(joined.content).toBe('<｜tool▁calls▁begin｜>');
  });

  it('places calls that come with a chunk of one character apart', () => {
    const { end } = stream('ollama:olmo3', ['<function_calls>find_ferry()\nfind_ferry()</function_calls', '>']);
    const spans = end.calls.map(({ span }) => span);
    expect(spans.length).toBe(2);
    expect(spans[0]?.to).toBeLessThanOrEqual(spans[1]?.from ?? 0);
  });
});
