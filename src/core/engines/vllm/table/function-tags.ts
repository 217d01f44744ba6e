import type { Span } from '../../../text/document/index.ts';
import { to } from './machine.ts';
import { REGEX_SPACE } from '../../../text/languages/index.ts';
import type { ArgumentFormat, Parameter, TableFormat } from './format.ts';

/** `<function=NAME><parameter=KEY>VALUE</parameter></function>` between two markers, which may be absent. */
export function functionTags(open: string, close: string, reasoningEnd: string): TableFormat {
  return {
    table: {
      markers: [
        reasoningEnd.replace('/', ''),
        reasoningEnd,
        open,
        close,
        '<function=',
        '</function>',
        '<parameter=',
        '</parameter>',
        '>',
      ],
      transitions: {
        content: {
          [reasoningEnd]: to('content'),
          [open]: to('preamble', 'start'),
          '<function=': to('name', 'start'),
        },
        preamble: { [close]: to('content', 'end'), '<function=': to('name') },
        name: { '>': to('arguments'), '</function>': to('between', 'end') },
        arguments: {
          '</function>': to('between', 'end'),
          '<parameter=': to('arguments', 'value'),
          '</parameter>': to('arguments', 'value'),
        },
        between: { [close]: to('content'), [open]: to('preamble', 'start'), '<function=': to('name', 'start') },
      },
      jsonArguments: false,
    },
    arguments: functionParameters,
  };
}

const S = `${REGEX_SPACE}*`;

const functionParameters: ArgumentFormat = {
  read(raw, partial) {
    const parameters: Parameter[] = [];
    const opener = new RegExp(`<${S}parameter${S}=${S}`, 'g');
    const ending = new RegExp(`<${S}(?:(/)${S}parameter${S}>|parameter${S}=)`, 'g');
    for (let at = 0; ;) {
      opener.lastIndex = at;
      const open = opener.exec(raw);
      if (open === null) return parameters;
      const keyFrom = opener.lastIndex;
      const keyTo = raw.indexOf('>', keyFrom);
      if (keyTo < 0) return parameters;
      ending.lastIndex = keyTo + 1;
      const end = ending.exec(raw);
      if (end === null) {
        // An open argument needs a name: of one that is only white space, the last character.
        const from = keyFrom === keyTo && /=$/.exec(open[0]) === null ? keyFrom - 1 : keyFrom;
        if (partial && from < keyTo) parameters.push(parameter(raw, { from, to: keyTo }, raw.length, true));
        return parameters;
      }
      parameters.push(parameter(raw, { from: keyFrom, to: keyTo }, end.index, false));
      at = end[1] === undefined ? end.index : ending.lastIndex;
    }
  },
};

/** One line feed at each end of a value belongs to the markup. */
function parameter(raw: string, keySpan: Span, valueTo: number, isOpen: boolean): Parameter {
  let from = keySpan.to + 1;
  let end = valueTo;
  if (from < end && raw.charAt(from) === '\n') from += 1;
  if (from < end && raw.charAt(end - 1) === '\n') end -= 1;
  return {
    key: raw.slice(keySpan.from, keySpan.to),
    value: raw.slice(from, end),
    keySpan,
    valueSpan: { from, to: end },
    isOpen,
  };
}
