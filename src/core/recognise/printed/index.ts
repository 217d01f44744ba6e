export { messageOfBlocks } from './blocks.ts';
export { chatLogOf, chatLogTalk } from './chat-log.ts';
export { fieldsJson } from './fields.ts';
export { phpJson } from './php.ts';
export { CLASS_KEY, printedJson, readMessageFields, readPrinted, readPrintedFields } from './printed-value.ts';
export { javaJson, readJava, unquotedJson } from './unquoted.ts';
export { decodedString, isApostrophe, pieceOfString, snakeCase } from './tokens.ts';
