/** Taking a pasted response or log apart, as a chunk of its own: the first answer needs no JSON reader on the page. */
export { takeApart } from '../core/index.ts';
