import { familyOf } from '../../../catalogue/index.ts';
import { isHosted, isTextClient, writers } from '../evidence.ts';
import { type Heard, reasonsOf } from '../errors/phrase-search.ts';
import { cutInText } from './cut-reasons.ts';
import { engineAmong } from '../engine-among.ts';
import type { Around, Reason } from './reason.ts';
import { ownFixes } from '../said/fixes.ts';
import { endedReason, foreignTo } from './stayed-text.ts';
import type { TextReading } from '../calls/text-reading.ts';

/** A text that can be read says more than the sentence about it: a sound call was in another format. */
export function refined(heard: readonly Heard[], reading: TextReading, around: Around): readonly Reason[] {
  const [first, ...others] = heard;
  // What is wrong is named exactly; the others may speak of what came of it.
  if (first?.phrase.isExact === true) return [...reasonsOf(first), ...refined(others, reading, around)];
  const all = heard.flatMap(reasonsOf);
  const reasons = first?.phrase.hasNoParser === true ? notGiven(all, around) : all;
  const isAboutText = reasons.some(({ cause }) => cause === 'damaged' || cause === 'other-format');
  if (!isAboutText || reading.state === 'none' || reading.state === 'quoted') return reasons;
  const shown = [...unreadReasons(reading, around)];
  const isSound = shown[0]?.cause !== 'damaged';
  // The server says that it could not read the text, not that the text is broken.
  // A server that missed the end says so: then the model wrote nothing wrongly.
  if (reading.state === 'cut' && reasons.some(({ cause }) => cause === 'cut')) shown.reverse();
  return [...shown, ...(isSound ? reasons.filter(({ cause }) => cause !== 'damaged') : reasons)];
}

/** The server says that no parser is switched on, and the paste sets one: in a command, an environment, a file. */
function notGiven(reasons: readonly Reason[], { parser }: Around): readonly Reason[] {
  const [first, ...others] = reasons;
  if (parser === null || first === undefined) return reasons;
  return [
    {
      ...first,
      says: `The paste sets the parser \`${parser}\`, and the server that answered has none switched on.`,
      fix: 'Look for `tool_call_parser` among the arguments at the start of its log. If it is missing there, the setting does not reach the server: pass it as flags.',
    },
    ...others,
  ];
}

/** Source: the parser that llama.cpp builds for the template of Llama 3, which `engines/llamacpp` runs. */
const ONE_CALL: Reason = {
  cause: 'other-format',
  says: 'llama.cpp reads one call in a reply of Llama 3, and the text holds several.',
  fix: 'Ask for one action at a time, or choose a model whose template allows several calls.',
};

/** Formats with a tag for each parameter, whose order the grammar of llama.cpp minds: llama.cpp#24351, #24516. */
const IN_ORDER: ReadonlySet<string | null> = new Set(['qwen3-coder-xml', 'glm-4.5', 'seed-oss']);

/** What the grammar that llama.cpp makes of the declared tools may refuse in a sound call. */
function ofLlamacpp({ format, misfit, undeclared }: TextReading, { request }: Around): string {
  const isFit = request !== null && request.tools.length > 0 && misfit === null && undeclared.length === 0;
  if (isFit && IN_ORDER.has(format))
    return 'Update llama.cpp: older parsers take parameters only in the order of the schema. Most take required ones before optional ones. Compare the order of the call with that of the schema.';
  const order = IN_ORDER.has(format) ? ' Most take required ones before optional ones.' : '';
  return `Update llama.cpp, or go back to the release that worked. Compare the call with the declared tools as well: it takes no other name or parameter.${order}`;
}

const BROKE: Reason = {
  cause: 'lost',
  says: 'The call is sound, and by the words in the paste it worked before an update.',
  fix: 'Go back to the release that worked, or update to a newer one. What the model wrote is not to blame.',
};

/** Source: langchain agents/chat/output_parser.py and agents/structured_chat/output_parser.py want JSON; agents/mrkl takes steps */
const OF_AGENT: Reason = {
  cause: 'other-format',
  says: 'The call is sound, and the output parser of this agent reads another form.',
  fix: 'Choose the agent whose output parser reads the form of the text. Or repeat in the prompt the form of this one, and pass `handle_parsing_errors=True`.',
};

const OF_CLIENT: Reason = {
  cause: 'other-format',
  says: 'The call is sound, and the client could not read it.',
  fix: ownFixes.form,
};

/** Why a server could not read the call that its error quotes. */
export function unreadReasons(reading: TextReading, around: Around): readonly Reason[] {
  if (reading.endedBy !== undefined) return [endedReason(reading.endedBy)];
  const says = reading.fault?.says ?? 'The text of the call is broken.';
  if (reading.state === 'damaged') return [{ cause: 'damaged', says }];
  if (reading.state === 'cut') return [{ cause: 'damaged', says }, cutInText(reading)];
  const engine = engineAmong(around.named);
  const family = around.model === null ? null : familyOf(around.model);
  const foreign = foreignTo(reading, engine, around.parser, family);
  if (around.brokeLater && foreign === null) return [BROKE];
  if (engine === 'llamacpp' && reading.format === 'llama3-json' && reading.names.length > 1) return [ONE_CALL];
  // What failed is the client's own reading of the text, which no server changes.
  const isClient = around.writer !== null && writers[around.writer].kind === 'client';
  if (foreign === null && isClient && (engine === null || isTextClient(around.writer)))
    return [around.writer === 'langchain' ? OF_AGENT : OF_CLIENT];
  const other: Reason = {
    cause: 'other-format',
    says: 'The call is sound, and the server could not read it.',
    fix:
      engine === 'llamacpp'
        ? ofLlamacpp(reading, around)
        : engine === null && around.named.some(isHosted)
          ? 'Send the request again, or choose another model: nobody but the provider can change its parser.'
          : 'Update the server, or send the request again.',
  };
  return [foreign ?? other];
}
