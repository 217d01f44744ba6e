/** Recognising a pasted response, as a chunk of its own: the first answer needs no JSON reader on the page. */
export { recogniseResponse, shapeLabel } from '../core/index.ts';
