import { type PythonJsonError, type PythonNode } from '../../text/languages/index.ts';
import { isValueError, raisedBy } from '../kit/index.ts';
import type { Found, Places } from './reader.ts';

/** Where the calls of a JSON text are. */
export function jsonPlaces(node: PythonNode): (Places | null)[] {
  return (node.items ?? [node]).map((item) => {
    const name = item.members?.get('name')?.node;
    const given = item.members?.get('arguments')?.node;
    return {
      span: item,
      ...(name === undefined ? {} : { name }),
      ...(given === undefined ? {} : { arguments: given }),
    };
  });
}

/** What a refusal of `json.loads` does: the server drops the call after a ValueError, and ends with any other exception. */
export function lostJson(error: PythonJsonError): Found {
  const raises = raisedBy(error);
  return isValueError(raises) ? { lost: 'json-syntax' } : { raises, message: error.message };
}
