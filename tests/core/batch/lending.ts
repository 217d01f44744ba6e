import { json } from './logs.ts';

/** A library that lends books: what most logs of no known shape are about. */
export const isbnSchema = {
  type: 'object',
  properties: { isbn: { type: 'string' }, days: { type: 'integer' } },
  required: ['isbn'],
};
export const lender = {
  type: 'function',
  function: { name: 'borrow_book', description: 'borrow_book a book', parameters: isbnSchema },
};
export const finder = {
  type: 'function',
  function: { name: 'find_book', description: 'find_book a book', parameters: isbnSchema },
};
/** The same two as Anthropic takes them. */
export const lenderTool = { name: 'borrow_book', description: 'borrow_book a book', input_schema: isbnSchema };
export const finderTool = { name: 'find_book', description: 'find_book a book', input_schema: isbnSchema };
export const lent = '<tool_call>\n{"name":"borrow_book","arguments":{"isbn":"978","days":7}}\n</tool_call>';
export const asked = (content: string): unknown => ({ role: 'user', content });
export const lending = (isbn: string): unknown => ({ name: 'borrow_book', arguments: { isbn } });
export const lends = (isbn: string): unknown => ({
  id: 'call_a1',
  type: 'function',
  function: { name: 'borrow_book', arguments: json({ isbn }) },
});
export const completion = (id: string, message: object): unknown => ({
  id,
  object: 'chat.completion',
  model: 'shelf-7b',
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop' }],
});
