import { describe, expect, it } from 'vitest';
import { evidenceOf, evidenceSentences } from '../../../../src/core/index.ts';

interface Told {
  readonly did: string | null;
  readonly cause: string | undefined;
  readonly names: readonly string[] | undefined;
  readonly text: string | undefined;
  readonly headline: string;
  readonly fix: string;
}

function told(content: string): Told {
  const evidence = evidenceOf({ content, name: null });
  const { headline, causes } = evidenceSentences(evidence);
  const { did, call } = evidence;
  return { did, cause: causes[0]?.cause, names: call?.names, text: call?.text, headline, fix: causes[0]?.fix ?? '' };
}

const issues = (path: readonly (string | number)[], message: string): string =>
  JSON.stringify([{ expected: 'number', code: 'invalid_type', path, message }], null, 2);

/** What the AI SDK says of arguments that are no JSON, and the same where a terminal is narrow. */
const unread = (text: string, name = 'book_berth'): string =>
  `Invalid input for tool ${name}: JSON parsing failed: Text: ${text}.\nError message: JSON Parse error: Unexpected sign`;
const narrow = (text: string): string =>
  `Invalid input for\ntool book_berth: JSON parsing\nfailed: Text: ${text}.\nError\nmessage: JSON Parse error: Unexpected sign`;

describe('a call that a client tells of and could not take', () => {
  it.each([
    ['the AI SDK', `AI_InvalidToolInputError: ${unread('{"pier": B}')}`],
    ['without the class', unread('{"pier": B}')],
    ['in a narrow terminal', narrow('{"pier": B}')],
    ['the tool of OpenCode for what it could not take', `invalid [tool=book_berth, error=${unread('{"pier": B}')}]`],
    ['what OpenCode tells the model', `The arguments provided to the tool are invalid: ${unread('{"pier": B}')}`],
    ['an entry of a log', JSON.stringify({ level: 'error', message: unread('{"pier": B}') })],
    ['an error in a body', JSON.stringify({ error: unread('{"pier": B}') })],
  ])('%s', (_, content) => {
    const { did, cause, names, text, headline } = told(content);
    expect([did, cause, names, text]).toEqual(['calls', 'arguments', ['book_berth'], '{"pier": B}']);
    expect(headline).toMatch(/ received a call to `book_berth`\. .* no JSON \(line 1, column 10\)\.$| returned a call/);
  });

  it.each([
    [
      'markup of Qwen3-Coder',
      '<parameter=pier>B</parameter>',
      /are markup of Qwen3-Coder and no JSON: the server passed/,
    ],
    ['markup of GLM', '<arg_key>pier</arg_key>\n<arg_value>B</arg_value>', /are markup of GLM and no JSON/],
    [
      'a dict of Python',
      "{'pier': 'B', 'length': None}",
      /are a Python dict and no JSON: the server passed them on\.$/,
    ],
  ])('%s in place of JSON', (_, text, says) => {
    for (const form of [unread, narrow]) {
      const given = told(form(text));
      expect([given.did, given.names, given.text]).toEqual(['calls', ['book_berth'], text]);
      expect(given.headline).toMatch(says);
      expect(given.fix).toMatch(/^Update the server, or choose another tool parser/);
    }
  });

  it('a text in tags inside of JSON is no markup of a model', () => {
    const { headline, fix } = told(unread('{"text": "<parameter=pier>B"'));
    expect(headline).toMatch(/they end too early\.$/);
    expect(fix).not.toMatch(/parser/);
  });

  it('markup of GLM in a value is the server’s', () => {
    expect(told(unread('{"pier": "B</arg_value>\n<arg_key>length</arg_key>')).headline).toMatch(
      /hold markup of GLM: the server took it for a part of a value\.$/,
    );
    expect(told(unread('{"pier": "B", "text": ')).headline).toMatch(/they end too early\.$/);
  });

  it('an object that nobody called a tool with names no call', () => {
    const { names } = told('AI_JSONParseError: JSON parsing failed: Text: {"pier": B.\nError message: Unexpected sign');
    expect(names).toBeUndefined();
  });

  it('says where the arguments do not fit, of the list of Zod', () => {
    const list = issues(['berths', 2, 'length'], 'Invalid input: expected number, received string');
    const says =
      'The arguments of the call do not fit at `berths.2.length`: `Invalid input: expected number, received string`.';
    expect(
      told(`The book_berth tool was called with invalid arguments: ${list}.\nPlease rewrite the input.`).headline,
    ).toBe(`OpenCode received a call to \`book_berth\`. ${says}`);
    const typed = `Invalid input for tool book_berth: Type validation failed: Value: {"berths":[]}.\nError message: ${list}`;
    const { text, headline } = told(`AI_InvalidToolInputError: ${typed}`);
    expect(text).toBe('{"berths":[]}');
    expect(headline).toBe(`The AI SDK received a call to \`book_berth\`. ${says}`);
  });

  it('says of several faults the first, and of none in a list the words', () => {
    const two = JSON.stringify([
      { code: 'invalid_type', path: ['pier'], message: 'Required' },
      { code: 'invalid_type', path: ['length'], message: 'Required' },
    ]);
    expect(told(`The book_berth tool was called with invalid arguments: ${two}.`).headline).toMatch(
      /do not fit at `pier`: `Required`, and 1 more fault\.$/,
    );
    expect(told('The book_berth tool was called with invalid arguments: no pier is given.').headline).toMatch(
      /^OpenCode received a call to `book_berth`\. The client refused the arguments of the call: `no pier is given`\.$/,
    );
    expect(told('The book_berth tool was called with invalid arguments: [1, 2].').headline).toMatch(
      /The client refused the arguments of the call\.$/,
    );
  });
});

describe('an error that is named before its traceback', () => {
  const stack = `Traceback (most recent call last):\n  File "/srv/harbour/run.py", line 41, in run\n  File "/srv/harbour/step.py", line 9, in step`;

  it('is the error', () => {
    const said = `Error: The run of harbour-7 failed: the mast broke at noon\n${stack}`;
    const { error, did } = evidenceOf({ content: said, name: null });
    expect([did, error]).toEqual(['error', 'Error: The run of harbour-7 failed: the mast broke at noon']);
    expect(told(said).headline).not.toMatch(/paste that line/);
    expect(told(`harbour.errors.MastError: the mast broke at noon\n${stack}`).headline).not.toMatch(/paste that line/);
  });

  it.each([
    ['nothing', stack],
    ['the words of a web server', `ERROR:    Exception in ASGI application\n${stack}`],
    ['a level and a place', `ERROR 11-02 10:11:12 [serving_chat.py:260] Error in preprocessing\n${stack}`],
    [
      'another error',
      `harbour.MastError: the mast broke\n\nDuring handling of the above exception, another exception occurred:\n\n${stack}`,
    ],
  ])('is missing after %s', (_, content) => {
    expect(told(content).headline).toMatch(/The traceback ends before the line that names the error/);
  });

  it('names the argument that the tool does not have', () => {
    const said = `Parameter 'hull' is not allowed for function 'book_berth'. Allowed parameters: {'pier', 'length'}`;
    for (const content of [`Error: Run 7 failed: ${said}\n${stack}`, `ERROR: ${said}`]) {
      const { did, cause, names, headline } = told(content);
      expect([did, cause, names]).toEqual(['calls', 'arguments', ['book_berth']]);
      expect(headline).toBe('OpenHands received a call to `book_berth`. The tool has no argument `hull`.');
    }
  });
});

describe('a client that prints an error as JSON below the call', () => {
  const said = 'Tool call book_berth emitted invalid JSON arguments: the text has no end.';

  it('tells of a call that came', () => {
    const content = `book_berth()\n   Error: ${JSON.stringify({ error: said })}\n\nbook_berth()\n   Error: ${JSON.stringify({ error: said })}`;
    for (const text of [content, said, JSON.stringify({ error: said })]) {
      const { did, cause, names } = told(text);
      expect([did, cause, names]).toEqual(['calls', 'arguments', ['book_berth']]);
    }
  });

  it('is a server where an error object says it', () => {
    const body = JSON.stringify({ error: { message: said, type: 'server_error', code: 500 } });
    expect(told(body).did).toBe('error');
  });
});

describe('a call without a name', () => {
  const response = (message: object): string =>
    JSON.stringify({
      model: 'lamp-2',
      choices: [{ index: 0, message: { role: 'assistant', content: null, ...message } }],
    });
  const call = (name: string | null): object => ({
    tool_calls: [{ id: 'call_7', type: 'function', function: { name, arguments: '{"pier":"B"}' } }],
  });

  it.each([
    ['a function_call', { function_call: { arguments: 'null', name: null } }],
    ['null in tool_calls', call(null)],
    ['an empty name in tool_calls', call('')],
  ])('%s', (_, message) => {
    const { did, cause, headline, fix } = told(response(message));
    expect([did, cause]).toEqual(['calls', 'unknown-tool']);
    expect(headline).toMatch(/ returned a call\. The call has no name\.$/);
    expect(fix).toMatch(/^Send the request again, or choose a model that was trained to call tools\./);
  });

  it('is another thing than a name that is not declared', () => {
    const messages = [{ role: 'user', content: 'Book it.' }];
    const request = { model: 'lamp-2', messages, tools: [{ type: 'function', function: { name: 'dim_lamp' } }] };
    const { headline, fix } = told(`${JSON.stringify(request)}\n${response(call('book_berth'))}`);
    expect(headline).not.toMatch(/has no name/);
    expect(fix).toMatch(/^Declare the tool/);
  });
});

describe('a name that is there twice', () => {
  const response = (name: string): string =>
    JSON.stringify({
      model: 'lamp-2',
      choices: [{ message: { tool_calls: [{ id: 'c1', type: 'function', function: { name, arguments: '{}' } }] } }],
    });

  it.each([
    'unsupported call: dim_lampdim_lamp',
    'ERROR harbour::router: error=unsupported call: dim_lampdim_lamp',
    'Error: Unknown tool: dim_lampdim_lamp',
    "Unknown tool 'dim_lampdim_lamp'",
    'No such tool available: dim_lampdim_lamp',
    'Tool dim_lampdim_lamp not found',
    'Error: dim_lampdim_lamp is not a valid tool, try one of [dim_lamp].',
    response('dim_lampdim_lamp'),
  ])('was joined on the way: %s', (content) => {
    const { did, cause, headline, fix } = told(content);
    expect([did, cause]).toEqual(['calls', 'stream']);
    expect(headline).toMatch(/The name (?:of the tool|`dim_lampdim_lamp`) is there twice: /);
    expect(fix).not.toMatch(/^Declare/);
  });

  it.each(['rerere', 'dumdum', 'dim_lamp_dim', 'dim_lampdim_lamps'])('is another thing than %s', (name) => {
    expect(told(`unsupported call: ${name}`).cause).toBe('unknown-tool');
    expect(told(response(name)).cause).toBeUndefined();
  });

  it('is the name of a tool that is declared so', () => {
    const request = {
      model: 'lamp-2',
      messages: [{ role: 'user', content: 'Dim it.' }],
      tools: [{ type: 'function', function: { name: 'dim_lampdim_lamp', parameters: { type: 'object' } } }],
    };
    expect(told(`${JSON.stringify(request)}\n${response('dim_lampdim_lamp')}`).cause).toBeUndefined();
  });
});

describe('a name that LangChain does not know', () => {
  it.each([
    ['try another one.', 'Look up'],
    ['try one of [Tide table, Lamp].', 'Tide'],
  ])('%s', (advice, name) => {
    const content = `Action: ${name}\nAction Input: "harbour"\nObservation: ${name} is not a valid tool, ${advice}`;
    const { cause, names, headline } = told(content);
    expect([cause, names]).toEqual(['unknown-tool', [name]]);
    expect(headline).toMatch(/^LangChain received a call to `/);
  });

  it('is no more than a word in an answer', () => {
    const content =
      'Action: Look up\nAction Input: "harbour"\nObservation: The harbour is not a valid place, try another.';
    expect(told(content).cause).toBeUndefined();
  });
});

describe('the words of a field of a log', () => {
  const words = 'harmony parser: no reverse mapping found for function name';

  it('end where the field ends', () => {
    expect(
      evidenceOf({ content: `time=2026-11-02T10:11:12Z level=WARN msg="${words}" lamp=4`, name: null }).error,
    ).toBe(words);
    const error = String.raw`time=2026-11-02T10:11:12Z level=ERROR msg="Unknown tool: \"dim\" of lamp" id=4`;
    expect(evidenceOf({ content: error, name: null }).error).toBe('Unknown tool: "dim" of lamp');
  });

  it('name the call in the next field', () => {
    const { names, headline } = told(`level=WARN source=h.go:4 msg="${words}" harmonyFunctionName=dim_lamp`);
    expect(names).toEqual(['dim_lamp']);
    expect(headline).toBe('Ollama returned a call to `dim_lamp`. No declared tool has this name.');
  });

  it('are the whole line where it has no fields', () => {
    const content = '10:11:12 WARN unknown tool: dim of lamp 4';
    expect(evidenceOf({ content, name: null }).error).toMatch(/unknown tool: dim of lamp 4$/i);
  });
});

describe('who is nearest', () => {
  const refused = 'Received tool input did not match expected schema';

  it.each([
    [
      JSON.stringify({
        errorMessage: refused,
        errorDetails: {},
        n8nDetails: { nodeName: 'Harbour', n8nVersion: '1.2.0' },
      }),
    ],
    [`NodeOperationError: ${refused}\n    at ask (/opt/lib/node_modules/@langchain/core/dist/tools/index.cjs:4:2)`],
    [`Error: ${refused}\n    at ask (/opt/lib/node_modules/n8n/node_modules/@langchain/core/dist/tools/index.cjs:4:2)`],
    [`Workflow execution finished with error {"error":{"message":"${refused}"}}`],
  ])('n8n, and not the library that is inside of it: %s', (content) => {
    expect(evidenceOf({ content, name: null }).writer).toBe('n8n');
  });

  it.each([
    `Error: ${refused}\n    at ask (/opt/n8n-copy/node_modules/@langchain/core/dist/tools/index.cjs:4:2)`,
    `Workflow execution finished with errors. ${refused}`,
  ])('LangChain, where nothing is of n8n: %s', (content) => {
    expect(evidenceOf({ content, name: null }).writer).toBe('langchain');
  });

  it('Bedrock, where a client names it as who was asked', () => {
    const details =
      'tools.4.custom.input_schema: JSON schema is invalid. See https://docs.claude.com/en/docs/tool-use.';
    const error = { version: '4.1.0', provider: 'bedrock', model: 'anthropic.claude-lamp-2-v1:0', details };
    const content = JSON.stringify({ error, history: [] }, null, 2);
    const evidence = evidenceOf({ content, name: null });
    expect([evidence.writer, evidence.did, evidence.causes[0]]).toEqual(['bedrock', 'error', 'schema']);
    expect(evidenceOf({ content: content.replace('"bedrock"', '"harbour"'), name: null }).writer).not.toBe('bedrock');
  });
});

describe('smolagents', () => {
  const asks = (pattern: string, code: string, example: string): string =>
    `Error in code parsing:\nYour code snippet is invalid, because the regex pattern ${pattern} was not found in it.\nHere is your code snippet:\n${code}\nMake sure to include code with the correct pattern, for instance:\nThoughts: Your thoughts\n${example}`;
  const tag = ['<code>(.*?)</code>', '<code>\ndim()\n</code>'] as const;
  const fence = ['```(?:python|py)(.*?)\n```', '```python\ndim()\n```'] as const;

  it('says that the model wrote the other form of a code block, and which setting takes it', () => {
    const one = told(asks(tag[0], fence[1], tag[1]));
    expect([one.did, one.cause]).toEqual(['text', 'other-format']);
    expect(one.headline).toMatch(/reads code in `<code>`, and the model wrote it in a block of Markdown\.$/);
    expect(one.fix).toMatch(/`code_block_tags="markdown"`/);
    const other = told(asks(fence[0], tag[1], fence[1]));
    expect(other.headline).toMatch(/reads code in a block of Markdown, and the model wrote it in `<code>`\.$/);
    expect(other.fix).toMatch(/without `code_block_tags`/);
  });

  it('says no such thing of a snippet without a block', () => {
    expect(told(asks(tag[0], 'dim()', fence[1])).headline).toMatch(/found no code block in the text of the reply\.$/);
    expect(told(asks(fence[0], 'dim()', tag[1])).headline).toMatch(/found no code block in the text of the reply\.$/);
  });

  it.each([
    [
      'else dim:\n ^\nError: invalid syntax (<unknown>, line 2)',
      /could not read the code in the reply: it is no Python\.$/,
    ],
    ['</code\n^\nError: invalid syntax (<unknown>, line 2)', /A part of the closing tag is left in the code/],
    ['</\n^\nError: invalid syntax (<unknown>, line 2)', /A part of the closing tag is left in the code/],
  ])('could not read code: %s', (rest, says) => {
    const content = `─ Executing parsed code: ────────────────────────────────\n  dim()\n ────────────────────────────────\nCode parsing failed on line 2 due to: SyntaxError\n${rest}`;
    const { did, cause, headline } = told(content);
    expect([did, cause]).toEqual(['text', 'damaged']);
    expect(headline).toMatch(says);
  });
});
