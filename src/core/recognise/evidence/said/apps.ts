import { ownFixes } from './fixes.ts';
import { meant, phrasesOf, type Phrase } from './phrase.ts';

/** What chat apps, homes and workflows say when they could not take a call that came. Each list names its source. */
export const saidByApps: readonly Phrase[] = [
  // Source: anything-llm server/utils/agents/aibitat/providers/helpers/untooled.js; anything-llm#1657
  ...phrasesOf(null, [
    {
      id: 'anythingllm-untooled',
      pattern: /\] Invalid function tool call: /,
      causes: ['other-format', 'damaged'],
      did: 'text',
      isVague: true,
      says: 'The client reads a call from the text of the reply, and found none that it could take.',
    },
  ]),
  // Source: ragflow api/db/services/llm_service.py
  ...phrasesOf(null, [
    {
      id: 'ragflow-no-tools',
      pattern: /\bModel \S{1,100} does not support tool call, but you have\s/,
      causes: ['client'],
      did: 'answer',
      says: 'RAGFlow lists this model as one that takes no tools, and sends none.',
      fix: 'Choose a model that RAGFlow lists with tools, or set that for this one in the settings of RAGFlow.',
    },
  ]),
  // Source: open-webui backend/open_webui/utils/middleware.py; open-webui#23778
  ...phrasesOf(
    ['open-webui', 'hint'],
    [
      {
        id: 'open-webui-shown',
        pattern: /<details type="tool_calls" done="(?:true|false)"/,
        by: ['open-webui', 'proof'],
        causes: [],
        did: 'calls',
        says: 'It is how Open WebUI shows a call that came.',
      },
      {
        id: 'open-webui-prompted',
        pattern:
          /\bchat_completion_tools_handler:\d{1,5} - Error: (?:Expecting|Extra data|Unterminated|Invalid|Illegal)\b(?:[^\n]{0,100}?\(char \d{1,6}\))?/,
        by: ['open-webui', 'proof'],
        causes: ['damaged', 'other-format'],
        did: 'text',
        wantsPlace: true,
        says: 'Open WebUI reads a call from the text of the reply, and could not.',
        fix: 'Set the function calling of the model to native, or choose a larger model.',
      },
      {
        id: 'open-webui-empty',
        pattern: /\bError parsing tool call arguments: ?$/m,
        isExact: true,
        causes: ['arguments'],
        did: 'calls',
        says: 'The arguments of the call came empty in place of `{}`, and the client could not read them.',
        fix: ownFixes.empty,
      },
      {
        id: 'open-webui-unread',
        pattern: /\bTool call arguments could not be parsed\. The model generated malformed or incomplete JSON for `/,
        by: ['open-webui', 'proof'],
        ...meant.noJson,
      },
    ],
  ),
  // Source: Home Assistant homeassistant/components/conversation/util.py, and integrations of models that have the sentence from there
  ...phrasesOf(
    ['home-assistant', 'proof'],
    [
      {
        id: 'home-assistant-nothing',
        pattern: /\bLast content in chat log is not an AssistantContent\b/,
        isExact: true,
        causes: ['lost'],
        did: 'nothing',
        says: 'The conversation ends without a reply: the server may have dropped what the model wrote.',
      },
      // homeassistant/helpers/intent.py, as a tool's result and as MCP's error
      {
        id: 'home-assistant-many-match',
        pattern: /\bno_match_reason=<MatchFailedReason\.(?:DUPLICATE_NAME|MULTIPLE_TARGETS)\b/,
        causes: ['client'],
        did: 'calls',
        says: 'Home Assistant ran the call, and found several entities that it fits.',
        fix: 'Give every entity a name of its own, or have the model name the area.',
      },
      {
        id: 'home-assistant-domain',
        pattern: /\bno_match_reason=<MatchFailedReason\.DOMAIN\b/,
        causes: ['client'],
        did: 'calls',
        says: 'Home Assistant ran the call, and no entity of the domain in it has this name.',
        fix: 'Show a switch as a light in the settings of its entity. Or say in the prompt which domain it has.',
      },
      {
        id: 'home-assistant-no-match',
        pattern: /\bno_match_reason=<MatchFailedReason\.(?!DUPLICATE_NAME|MULTIPLE_TARGETS|DOMAIN\b)/,
        causes: ['client'],
        did: 'calls',
        says: 'Home Assistant ran the call, and found no exposed entity that it fits.',
        fix: 'Expose the entity to Assist, and give it the name that the call has as an alias.',
      },
      // homeassistant/components/assist_pipeline/pipeline.py: of whatever was raised; the stack below it says what
      {
        id: 'home-assistant-intent',
        pattern: /\bUnexpected error during intent recognition\b/,
        isVague: true,
        causes: [],
        did: 'error',
        says: 'Home Assistant met an error in the conversation, and does not say here which.',
      },
    ],
  ),
  // Source: LibreChat api/server/controllers/agents and packages/api
  ...phrasesOf(
    ['librechat', 'proof'],
    [
      // LibreChat#8490
      {
        id: 'librechat-step',
        pattern: /\bNo stepId found for tool_call_id /,
        causes: ['stream', 'client'],
        did: 'error',
        says: 'A call of the stream has no id, or another one than its result.',
      },
      {
        id: 'librechat-controller',
        pattern: /\[\/?(?:api\/server\/controllers|packages\/api)\/[\w./-]{3,80}(?: #\w{1,40})?\]/,
        causes: [],
        did: 'error',
        says: 'LibreChat names the part of it that failed.',
      },
    ],
  ),
  // Source: n8n packages/@n8n/nodes-langchain/utils/output_parsers
  ...phrasesOf(
    ['n8n', 'proof'],
    [
      {
        id: 'n8n-output',
        pattern: /\bModel output doesn't fit required format\b/,
        causes: ['other-format', 'damaged'],
        did: 'error',
        wantsPlace: true,
        says: 'The client wants JSON of a schema, and could not read the text of the reply.',
        fix: ownFixes.form,
      },
    ],
  ),
  // Source: dify api/core/plugin/impl/exc.py
  ...phrasesOf(
    ['dify', 'proof'],
    [
      {
        id: 'dify-plugin',
        pattern: /\bPluginInvokeError: /,
        causes: [],
        did: 'error',
        says: 'A plugin of Dify failed.',
      },
      // api/core/agent/fc_agent_runner.py
      { id: 'dify-no-tool', pattern: /\bthere is not a tool named \S/, by: ['dify', 'hint'], ...meant.unknown },
    ],
  ),
];
