import { phrasesOf, sent, type Phrase } from './phrase.ts';

export const REFUSED_BY_TABLE =
  'LiteLLM refused the request by its own table, which lists no tools for this model. It asked no server.';
export const DROPPED = '`drop_params` only leaves the tools out.';
export const ALLOW = 'set `allowed_openai_params: ["tools", "tool_choice"]` in its `litellm_params`';
/** What lets the tools through to a server of one's own. Source: litellm utils.py, `_apply_openai_param_overrides` */
const LET_THROUGH = `S${ALLOW.slice(1)}. Or name the model \`openai/…\` with the same \`api_base\`.`;

/** LiteLLM knows what each provider takes, and refuses the rest before it asks: newer releases list it, older ones have a dict. */
// Source: litellm utils.py, `_check_valid_arg`; docs.litellm.ai/docs/completion/drop_params
export const outsideOfTable: readonly Phrase[] = phrasesOf(
  ['litellm', 'proof'],
  [
    {
      id: 'litellm-unsupported-ollama',
      pattern: /\bollama does not support parameters: (?:\[[^\]\n]{0,120}'tools'|\{[^\n]{0,200}?'tools': ?\[)/,
      isExact: true,
      ...sent(REFUSED_BY_TABLE, `Name the model \`ollama_chat/…\`, and update LiteLLM. ${DROPPED}`),
    },
    {
      id: 'litellm-unsupported-own',
      pattern:
        /\b(?:nvidia_nim|hosted_vllm|vllm|custom_openai|openai_like|lm_studio|llamafile|xinference|openai|litellm_proxy|huggingface) does not support parameters: (?:\[[^\]\n]{0,120}'tools'|\{[^\n]{0,200}?'tools': ?\[)/,
      isExact: true,
      ...sent(REFUSED_BY_TABLE, `${LET_THROUGH} Do so only if that server takes tools. ${DROPPED}`),
    },
    {
      id: 'litellm-unsupported',
      pattern: /\bdoes not support parameters: (?:\[[^\]\n]{0,120}'tools'|\{[^\n]{0,200}?'tools': ?\[)/,
      isExact: true,
      ...sent(
        REFUSED_BY_TABLE,
        `Update LiteLLM, or choose a model that takes tools. If this one does, ${ALLOW}. ${DROPPED}`,
      ),
    },
  ],
);
