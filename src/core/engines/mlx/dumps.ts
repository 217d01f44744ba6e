import { isDict, isList, pythonDumps, PythonTuple, type PythonValue, typeName } from '../../text/languages/index.ts';
import type { Exception } from '../kit/index.ts';

/** `json.dumps(value, ensure_ascii=False)`: the text, or the exception that ends it. */
export function dumps(value: PythonValue): string | Exception {
  return pythonDumps(value) ?? { raises: 'TypeError', message: refusalOf(value) };
}

/** The first part that JSON cannot hold, in Python's words. */
function refusalOf(value: PythonValue): string {
  const waiting: PythonValue[] = [value];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (isDict(one)) {
      for (const key of one.keys())
        if (key instanceof PythonTuple) return 'keys must be str, int, float, bool or None, not tuple';
      waiting.push(...one.values().reverse());
    } else if (isList(one) || one instanceof PythonTuple) {
      waiting.push(...(isList(one) ? one.slice() : one.items.slice()).reverse());
    } else if (typeof one === 'object' && one !== null) {
      return `Object of type ${typeName(one)} is not JSON serializable`;
    }
  }
  return 'the value is not JSON serializable';
}
