import { saidInstead } from '../../../trace/index.ts';
import { toldReply } from '../../index.ts';
import { callInText } from '../calls/found-call.ts';
import { readText } from '../calls/text-reading.ts';
import { emptyTurn } from '../paste/answer.ts';
import type { Scene } from '../paste/scene.ts';
import { finding, type Finding } from './finding.ts';
import type { Around, Reason } from './reason.ts';
import { type Reported, reportedReply } from './reported-reply.ts';

/** Between the name of a setting and its value, in a file or in the words of a person. */
const TO = String.raw`\b["'\`*]{0,3}[^\n.;,]{0,24}?(?:[:=]|\b(?:is|to|on|at|auf|ist|steht|sur|est)\b|[是为])\s{0,4}["'\`*“「«]{0,3}`;

interface Setting {
  readonly client: RegExp;
  readonly sign: RegExp;
  /** What says that the setting was tried otherwise, or is of a release where it means something else. */
  readonly not?: RegExp;
  /** What the client does with its tools, by the value of the setting. */
  readonly says: (value: string) => string;
  readonly fix: string;
}

const SETTINGS: readonly Setting[] = [
  {
    // Source: open-webui backend/open_webui/utils/middleware.py; open-webui#25647 and docs#1313: since 0.10.0 native is the default
    client: /\bOpen[ -]?Web[ -]?UI\b/i,
    sign: new RegExp(String.raw`\bfunction[ _]calling${TO}(default|legacy)\b`, 'i'),
    not: /\bfunction[ _]calling\b[^\n]{0,60}\bnative\b|\bnative\b[^\n]{0,40}\bfunction[ _]calling\b|\bWeb[ -]?UI\b[^\n]{0,12}(?<![\d.])(?:0\.[1-9]\d|[1-9]\d{0,2})\.\d[^]*\bfunction[ _]calling\b[^\n]{0,24}\bdefault\b/i,
    says: (value) =>
      `With \`Function Calling: ${value}\` Open WebUI puts its tools into a prompt, and sends none of them as \`tools\`.`,
    fix: 'Set Function Calling to `Native` in Open WebUI, for this model or for the chat.',
  },
  {
    // Source: dify-plugin-sdks interfaces/model/openai_compatible/llm.py (`no_call`); dify#17917, dify#13278
    client: /\bDify\b/i,
    sign: new RegExp(
      String.raw`\b(?:function[ _]call(?:ing)?(?:[ _]type)?${TO}(not supported|no[_ ]?call|no support|unsupported|不支持|未対応|nicht unterstützt))`,
      'i',
    ),
    says: (value) => `Dify sends no tools: its setting Function Calling is \`${value}\` for this model.`,
    fix: 'Set Function Calling to `Tool Call` in the settings of the model in Dify. Then choose the agent mode `Function Calling`.',
  },
];

/** Source: anything-llm#4483; docs.anythingllm.com/features/chat-modes: only newer releases have an agent mode without `@agent` */
const OF_CHAT: Reason = {
  cause: 'no-tools',
  says: 'AnythingLLM offers its tools to agents alone, and these messages do not begin with `@agent`.',
  fix: 'Begin the message with `@agent`, or set the workspace to the agent mode. A normal chat goes out without tools.',
};
/** Messages of a person in a talk. */
const ASKED = /^[ \t>*]{0,6}(?:me|I|you|user|human|ich|moi|yo|eu|ja|я|我|私|나)[*\]]{0,3}\s{0,2}[:：]/imu;

/** A client whose own setting keeps its tools out of the request, as the paste says; null for others. */
export function keptTools({ frame: { text } }: Pick<Scene, 'frame'>, { request }: Around): Reason | null {
  if (request?.isDeclared === true) return null;
  for (const { client, sign, not, says, fix } of SETTINGS) {
    const value = client.test(text) && not?.test(text) !== true ? sign.exec(text)?.[1] : undefined;
    if (value !== undefined) return { cause: 'no-tools', says: says(value), headline: says(value), fix };
  }
  return null;
}

/** The same where a person tells of the reply, or a window shows it; null for others. */
export function ofKeptTools(scene: Scene, around: Around, content: string): Finding | null {
  const kept = keptTools(scene, around);
  const shown = kept === null ? null : (reportedReply(content) ?? wholeReply(content));
  if (kept !== null && shown?.reading.state === 'sound') {
    const { reading, ...said } = shown;
    return finding('text', [kept], {
      call: callInText('reply', said, reading),
      turn: { ...emptyTurn(said.span), text: said },
    });
  }
  const reason = kept ?? ofChat(scene, around);
  const told = reason === null ? null : toldReply(content);
  if (reason === null || told === null || saidInstead(told.text) === null) return null;
  const { from, to, text } = told;
  return finding('answer', [reason], { turn: { ...emptyTurn({ from, to }), text: { text, span: { from, to } } } });
}

function wholeReply(content: string): Reported {
  return { text: content, span: { from: 0, to: content.length }, reading: readText(content) };
}

function ofChat({ frame: { text } }: Scene, { request }: Around): Reason | null {
  const isTalk = /\bAnythingLLM\b/i.test(text) && ASKED.test(text);
  return isTalk && request === null && !/@agent\b|\bagent mode\b/i.test(text) ? OF_CHAT : null;
}
