export { coercionPeers } from './coercion-peers.ts';
export { familyOf, formatsOfParser, type ModelFamily, parserFor } from './model-formats.ts';
export { coercionRow, rawValues } from './coercion-table.ts';
export { type Elsewhere, elsewhereFor } from './elsewhere.ts';
export { canForceCall, engines } from './engines.ts';
export { type FormatPage, formatPages, type PieceRole } from './format-page.ts';
export { type ReaderRow, readerTable, type ReaderTable, type ReaderVerdict } from './reader-table.ts';
export { isTrained, trainedFormat } from './trained-format.ts';
export { type Loss, lossOf } from './parser-losses.ts';
