/** How to get what the server answered, where a paste shows nothing of it: by the client or the server that its words name. */
// Source: librechat.ai docs/configuration/logging, docs.flowiseai.com environment-variables, docs.n8n.io sub-nodes and executions, lmstudio.ai/docs/cli/log-stream,
// home-assistant.io/docs/configuration/troubleshooting, jan.ai/docs/data-folder, llama.cpp tools/server/README.md, ollama docs/api.md
const ways: readonly (readonly [names: RegExp, way: string])[] = [
  [/\bflowise\b/i, 'Start Flowise with `LOG_LEVEL=debug`, repeat the message, and paste the lines of its log.'],
  [
    /\bLibreChat\b/i,
    'Repeat the message. Paste what `docker compose logs api --tail 200` shows, or the end of the newest `debug` file in `logs` of LibreChat.',
  ],
  [/\bn8n\b/i, 'Open the execution in n8n, and paste the output of the chat model below the agent.'],
  [
    /\bHome ?Assistant\b/i,
    'Switch on debug logging of the integration, repeat the sentence, and paste the lines of the log.',
  ],
  [
    /\bJan\b(?= (?:app|\d|v\d|desktop|AI)\b|\.ai\b)/,
    'Repeat the message, and paste the end of `logs/app.log` in the data folder of Jan. Its settings have a button for that folder.',
  ],
  [/\bLM ?Studio\b/i, 'Run `lms log stream`, repeat the message, and paste what it shows.'],
  [
    /\bollama\b/i,
    'Send one such request with its tools to `/api/chat` by `curl`, with `stream: false`. Paste the answer.',
  ],
  [/\bllama-?server\b|\bllama\.cpp\b/i, 'Start llama-server with `-lv 5`, repeat the message, and paste its log.'],
];

/** A request that everybody can send. */
export const byCurl =
  'Send the server one request with a tool by `curl`, with `stream: false`, and paste the answer. Or paste the log of the server.';

/** Apps, whose log says more than that of the server below them. */
const APPS = 5;

/** Other servers: where two are named, nobody knows which one answered. */
const OTHERS = /\bvLLM\b|\bSGLang\b|\bLiteLLM\b|\bOpenRouter\b|\bMLX\b|\bLMDeploy\b/i;

/** @param words of the person who asks */
export function wayToReply(words: string): string {
  const named = ways.filter(([names]) => names.test(words));
  const [only, other] = named;
  const isOne = only !== undefined && other === undefined && !OTHERS.test(words);
  return wayInApp(words) ?? (isOne ? only[1] : byCurl);
}

/** The same for an app whose window shows no more than words; null where none is named. */
export function wayInApp(words: string): string | null {
  return ways.slice(0, APPS).find(([names]) => names.test(words))?.[1] ?? null;
}
