export { align, alignKeys, inOrder, Numbering } from './align.ts';
export { isAsciiLetter, isAsciiSpace, isDigit, trimmedPart, trimmedSpan } from './characters.ts';
export { csvCell, likeliestSeparator, type RowCells, RowReader, separatorOf } from './csv-rows.ts';
export { counted, numberText } from './counted.ts';
export { drawnControls, isolated } from './direction.ts';
export { editDistance, slipsAllowed } from './distance.ts';
export { applyEdit, doneText, type Edit, noRepairs, type Repair, within } from './edit.ts';
export { entitiesIn, withoutEntities } from './entities.ts';
export { hash } from './hash.ts';
export { type DiffLine, diffLines } from './line-diff.ts';
export { isText } from './is-text.ts';
export { endOfLine } from './line-end.ts';
export { LineFeeds, withLineFeeds } from './line-feeds.ts';
export {
  codePointText,
  type OddCharacter,
  oddCharacters,
  oddName,
  ordinaryForm,
  strayCharacters,
} from './odd-characters.ts';
export { nearest } from './nearest.ts';
export { partitionPoint } from './partition-point.ts';
export { characterText, excerpt, placeText, withPlace } from './place.ts';
export { capital, firstSentence } from './sentence.ts';
export { sharedEnd, sharedStart } from './shared-ends.ts';
export { contains, locate, overlaps, slice, type Span, span } from './span.ts';
export { decodeUtf8, utf8Length } from './utf8.ts';
