export { callOf } from './call.ts';
export type { Message, MessageCall } from './message.ts';
export { lastStep, readMessage, sdkParts } from './read.ts';
export { plainTextOf, repliesOf, replyOf, stepsOf } from './reply.ts';
export { type Addressed, messageOf, type Role, roleNamed } from './role.ts';
export { joinedSaid, type Said, saidIn } from './said.ts';
