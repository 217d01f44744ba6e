export { betweenLines } from './between-lines.ts';
export { errorBodyOf } from './error-body.ts';
export { longString, unescaped } from './escaped.ts';
export { type Frame, frameOf, nested } from './frame.ts';
export { quotedErrors } from './log-fields.ts';
export { isLogLine, isLogText } from './log-text.ts';
export { isAfterBlock, quotedBlocks } from './quoted-blocks.ts';
export { quotedReply } from './quoted-reply.ts';
export { rawTexts } from './raw-text.ts';
export { type Pasted, type PastedOptions, takeApart } from './pasted.ts';
export { CLASS_KEY, readPrinted, readPrintedFields, snakeCase } from './printed/index.ts';
export { type PastedContent, recognise } from './recognise.ts';
export type { QuotedPart, Recognised, RecognisedKind, RecognisedReply } from './recognised.ts';
export { requestOf } from './request.ts';
export { envelopeKeys, recogniseResponse, responseOf, responseWithin } from './response.ts';
export type { Response } from './response-shapes.ts';
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
export { printedBytes } from './printed-bytes.ts';
export { isBetweenMarkers, isPieceOfStream } from './streams.ts';
export { foundWithin } from './within.ts';
export { toolsBeside } from './tools.ts';
export { beginsWithMember, embeddedValues, readValue } from './values.ts';
export { messageList } from './conversation.ts';
export {
  callOf,
  joinedSaid,
  type Message,
  type MessageCall,
  messageOf,
  readMessage,
  roleNamed,
  type Said,
  saidIn,
  stepsOf,
} from './message/index.ts';
export { withoutLead } from './leads.ts';
export { loggedText, printedLines } from './lines.ts';
export { looseDeltas } from './loose-stream.ts';
export { sentBodies } from './commands.ts';
export { shownParts } from './quoted-blocks.ts';
export { rewritten } from './rewritten.ts';
export { sessionOf } from './session.ts';
export { terminalReply } from './terminal-reply.ts';
export { spokenTalk } from './transcript.ts';
export { printedTalk } from './printed-calls.ts';
export { isGivenCall } from './within.ts';
