/**
 * An exception of the original that ends the request. A `parse_error` or `type_error` is one of nlohmann::json, which the
 * reader of XML calls does not catch.
 */
export class Raise extends Error {
  readonly code: 'runtime_error' | 'parse_error' | 'type_error' | 'mismatch' | 'abort' | 'template';
  /** Where in the text. */
  readonly at: number;

  constructor(code: Raise['code'], message: string, at: number) {
    super(message);
    this.code = code;
    this.at = at;
  }
}

/** `common_chat_msg_partial_exception`: the message is not whole. While a reply comes in that is not an error. */
export class Unfinished extends Error {}

/** One for all, as most of the time of making an error goes into its stack. */
export const unfinished = new Unfinished();
