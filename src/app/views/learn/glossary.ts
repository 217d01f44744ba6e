interface Word {
  readonly word: string;
  /** In one sentence. */
  readonly meaning: string;
  /** Other names that people search for. */
  readonly also?: string;
}

/** THE list of words that the steps and answers of the page use, in the order of the alphabet. */
export const glossary: readonly Word[] = [
  { word: 'any format', meaning: 'Callscope’s own lenient reading of a reply, which no server does.', also: 'auto' },
  { word: 'argument', meaning: 'A named value that a call gives to its tool.', also: 'parameter' },
  {
    word: 'call',
    meaning: 'A request of the model to run a tool: its name and its arguments.',
    also: 'tool call function',
  },
  { word: 'candidate', meaning: 'A piece of text that a parser tries to read as a call.' },
  { word: 'case', meaning: 'What a link holds: the reply, the tools, the server and the expected calls.' },
  { word: 'chunk', meaning: 'A piece of a reply that arrives in a stream.', also: 'delta streaming' },
  { word: 'content', meaning: 'The text of an answer that a client receives beside its calls.' },
  { word: 'detector', meaning: 'What SGLang names a parser that finds the calls of one format.' },
  { word: 'diagnosis', meaning: 'Why a call was not returned, under a code that never changes.' },
  { word: 'evidence', meaning: 'What a paste proves about the server that answered.', also: 'proof' },
  { word: 'finish reason', meaning: 'Why the server ended the answer, such as `stop` or `tool_calls`.' },
  { word: 'format', meaning: 'One way to write a call as text, such as Hermes.', also: 'syntax' },
  { word: 'lost', meaning: 'Text of the reply that the client never receives.' },
  { word: 'marker', meaning: 'A fixed text that begins or ends a call, such as `<tool_call>`.', also: 'tag delimiter' },
  { word: 'native call', meaning: 'A call that a server returns in `tool_calls`, apart from the text.' },
  { word: 'parser', meaning: 'The part of a server that finds calls in the text of the model.', also: 'runtime' },
  { word: 'payload', meaning: 'The text between two markers, which contains the call.' },
  { word: 'precondition', meaning: 'What a parser checks before it parses the text.', also: 'gate' },
  { word: 'reasoning', meaning: 'Text in which a model thinks before it answers.', also: 'thinking' },
  { word: 'reply', meaning: 'What the model wrote, before a server reads it.', also: 'output document' },
  { word: 'schema', meaning: 'A description of the arguments of a tool, in JSON.' },
  { word: 'server', meaning: 'A program that runs a model and answers requests, such as vLLM.', also: 'engine' },
  { word: 'stayed text', meaning: 'A call that the client receives as text, because no parser returned it.' },
  { word: 'step', meaning: 'One decision of a parser, with its place in the reply.', also: 'trace event' },
  {
    word: 'template',
    meaning: 'The program that writes messages and tools as one prompt.',
    also: 'jinja chat template',
  },
  { word: 'tier', meaning: 'One of several parsers that a system tries in order.', also: 'cascade' },
  { word: 'token', meaning: 'The unit in which a model reads and writes text.' },
];
