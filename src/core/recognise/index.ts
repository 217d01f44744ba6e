export { betweenLines } from './logs/between-lines.ts';
export { errorBodyOf } from './bodies/error-body.ts';
export { longString, unescaped } from './frame/escaped.ts';
export { type Frame, frameOf, nested } from './frame/frame.ts';
export { quotedErrors } from './logs/log-fields.ts';
export { isLogLine, isLogText } from './logs/log-text.ts';
export { isAfterBlock, quotedBlocks, shownParts } from './quoted/quoted-blocks.ts';
export { isQuestionAlone, isQuestionBeside } from './quoted/question.ts';
export { quotedReply } from './quoted/quoted-reply.ts';
export { rawTexts } from './logs/raw-text.ts';
export { type Pasted, type PastedOptions, takeApart } from './pasted.ts';
export { chatLogTalk, CLASS_KEY, readPrinted, readMessageFields, snakeCase } from './printed/index.ts';
export { type PastedContent, recognise } from './recognise.ts';
export type { QuotedPart, Recognised, RecognisedKind, RecognisedReply } from './recognised.ts';
export { requestOf } from './bodies/request.ts';
export { envelopeKeys, recogniseResponse, responseOf, responseWithin } from './bodies/response.ts';
export type { Response } from './bodies/response-shapes.ts';
export {
  at,
  firstAt,
  isObject,
  itemsOf,
  keyed,
  keysOf,
  placeOf,
  slice,
  type Source,
  stringAt,
  stringOf,
  unpacked,
  type Value,
} from './sources.ts';
export { printedBytes } from './rewritten/printed-bytes.ts';
export { isBetweenMarkers, isPieceOfStream } from './bodies/streams.ts';
export { foundWithin, isGivenCall } from './bodies/within.ts';
export { toolsBeside } from './bodies/tools.ts';
export { beginsWithMember, embeddedValues, readValue } from './values.ts';
export { messageList } from './bodies/conversation.ts';
export {
  callOf,
  joinedSaid,
  lastStep,
  type Message,
  type MessageCall,
  messageOf,
  readMessage,
  roleNamed,
  type Said,
  saidIn,
  sdkParts,
  stepsOf,
} from './message/index.ts';
export { withoutLead } from './leads.ts';
export { loggedText, printedLines } from './bodies/lines.ts';
export { chunksOfLines } from './bodies/message-chunks.ts';
export { looseDeltas } from './bodies/loose-stream.ts';
export { sentBodies } from './console/commands.ts';
export { spokenReply } from './quoted/spoken-reply.ts';
export { toldReply } from './quoted/told-reply.ts';
export { rewritten } from './rewritten/rewritten.ts';
export { sessionOf } from './console/session.ts';
export { terminalReply } from './logs/terminal-reply.ts';
export { spokenTalk } from './console/transcript.ts';
export { printedTalk } from './printed/printed-calls.ts';
