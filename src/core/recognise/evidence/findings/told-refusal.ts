import { shortened } from '../words/pieces.ts';
import type { Reason } from './reason.ts';

/** Where and what Pydantic refuses, as Python prints its list of errors. Source: pydantic docs/errors/errors.md, `ErrorDetails` */
const REFUSED =
  /'loc': \((?<path>(?:'[\w-]{1,60}'|\d{1,4})(?:, ?(?:'[\w-]{1,60}'|\d{1,4})){0,6}),?\), 'msg': 'Input should be (?:an? )?(?:valid )?(?<wanted>integer|number|string|boolean|list|array|dictionary|object|date|datetime|time)\b[^'\n]{0,200}', 'input': (?<came>'[^'\n]{1,80}'|[^'{}[\],\n]{1,40})/;

/** How Claude Code shows a call, and that it lacks an argument. Source: the phrase `claude-code-arguments` */
const LACKING =
  /[⏺●] (?<name>[\w-]{1,80})\(\)\s{1,8}⎿ {1,4}Error: InputValidationError: [^]{0,200}?required parameter [`'"](?<lacks>[\w-]{1,60})[`'"] is missing/;
/** Somebody is between the model and Claude Code. */
const BETWEEN =
  /\bclaude[- ]code[- ]router\b|\bccr\b|ANTHROPIC_BASE_URL|\bapi_base_url\b|\blitellm\b|\b(?:router|proxy|gateway)\b|网关|代理/i;
const OF_ROUTER = /\bclaude[- ]code[- ]router\b|\bccr\b/i;

/** Which argument a client refuses, where it says only that it refused some, and the rest of the paste says which. Null elsewhere. */
export function toldRefusal(first: Reason | undefined, text: string): Reason | null {
  if (first?.cause !== 'arguments' || !/\basked again and again\b|\brefused the arguments\b/.test(first.says))
    return null;
  return ofPydantic(first, text) ?? ofClaudeCode(first, text);
}

function ofPydantic(first: Reason, text: string): Reason | null {
  const { path = '', wanted = '', came = '' } = REFUSED.exec(text)?.groups ?? {};
  if (path === '') return null;
  const name = path.replaceAll(/['\s]/g, '').replaceAll(',', '.');
  const article = /^[aio]/.test(wanted) ? 'an' : 'a';
  const says = `The client wants ${article} ${wanted} for \`${name}\`, and the model wrote \`${shortened(came)}\`.`;
  return {
    ...first,
    says,
    fix: `Say in the description of \`${name}\` what it has to hold, and allow more retries. Or choose a larger model.`,
  };
}

function ofClaudeCode(first: Reason, text: string): Reason | null {
  const { name = '', lacks = '' } = LACKING.exec(text)?.groups ?? {};
  if (name === '' || !BETWEEN.test(text)) return null;
  const says = `The call to \`${name}\` came without its arguments, and \`${lacks}\` is required.`;
  // Source: the page on logging of claude-code-router
  const fix = OF_ROUTER.test(text)
    ? 'Set `LOG: true` in the router, and look in its log whether the server sent the arguments. If it did, the router loses them.'
    : 'Send the server one such request with `curl` and `stream: true`. If its stream has the arguments, what is in between loses them.';
  return { ...first, says, headline: says, fix };
}
