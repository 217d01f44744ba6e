/** Where the parts of a call's arguments are, as a chunk of its own: fetched when somebody points at one. */
export { argumentSpans } from '../../../core/index.ts';
