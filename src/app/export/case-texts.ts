import type { LinkState, LoopState, OtherTurn, ReplyResults, TemplateState } from '../permalink/state.ts';

/** Which text of a case one is. */
export interface TextPlace {
  /** As a reader would name it, such as `reply` or `turn 2`. */
  readonly label: string;
  /** How it is written: in native calls and in tools some values have to stay. */
  readonly part: 'text' | 'native' | 'tools';
}

/** Answers with the text that takes the place of another. */
type Change = (text: string, place: TextPlace) => string;

/** THE walk over every text of a case that somebody wrote or pasted: to replace them, or only to look at them. */
export function withTexts<Fields extends LinkState>(fields: Fields, change: Change): Fields {
  const { compare, expected, preamble, askedWords, loop, template, parserFiles } = fields;
  return {
    ...fields,
    text: change(fields.text, { label: 'reply', part: 'text' }),
    native: change(fields.native, { label: 'native tool calls', part: 'native' }),
    raw: change(fields.raw, { label: 'raw response', part: 'text' }),
    tools: change(fields.tools, { label: 'tools', part: 'tools' }),
    system: change(fields.system, { label: 'system prompt', part: 'text' }),
    preamble: preamble === null ? null : change(preamble, { label: 'preamble', part: 'text' }),
    askedWords: askedWords === null ? null : change(askedWords, { label: 'words for the format', part: 'text' }),
    expected:
      expected?.map((call) => ({
        ...call,
        argumentsText: change(call.argumentsText, { label: 'expected calls', part: 'text' }),
      })) ?? null,
    // JSON as well: what is between its quotation marks says what it is.
    experiment: change(fields.experiment, { label: 'experiment', part: 'tools' }),
    note: change(fields.note, { label: 'note', part: 'text' }),
    compare: compare === null ? null : withComparedTexts(compare, change),
    loop: loop === null ? null : withLoopTexts(loop, change),
    template: template === null ? null : withTemplateTexts(template, change),
    // A quoted string is part of how it reads: it stays, as in tools.
    parserFiles:
      parserFiles?.map(({ path, text }) => ({ path, text: change(text, { label: path, part: 'tools' }) })) ?? null,
  };
}

function withTemplateTexts(template: TemplateState, change: Change): TemplateState {
  return {
    ...template,
    text: change(template.text, { label: 'chat template', part: 'text' }),
    variables: change(template.variables, { label: 'variables of the template', part: 'text' }),
    documents: change(template.documents, { label: 'documents of the template', part: 'text' }),
  };
}

function withComparedTexts(compare: NonNullable<LinkState['compare']>, change: Change): LinkState['compare'] {
  if (compare.text === null) return compare;
  return {
    ...compare,
    text: change(compare.text, { label: 'compared reply', part: 'text' }),
    ...(compare.native === undefined
      ? {}
      : { native: change(compare.native, { label: 'compared tool calls', part: 'native' }) }),
  };
}

function withLoopTexts(loop: LoopState, change: Change): LoopState {
  const results = ({ results: ones, strays }: ReplyResults, label: string): ReplyResults => {
    const text = (value: string): string => change(value, { label, part: 'text' });
    return {
      results: ones.map((one) => ({ ...one, content: text(one.content), code: text(one.code) })),
      strays: strays.map((one) => ({ ...one, content: text(one.content), code: text(one.code) })),
    };
  };
  const turn = (one: OtherTurn, number: number): OtherTurn => ({
    ...one,
    text: change(one.text, { label: `turn ${String(number)}`, part: 'text' }),
    native: change(one.native, { label: `tool calls of turn ${String(number)}`, part: 'native' }),
    ...results(one, `results of turn ${String(number)}`),
  });
  const own = loop.earlier.length + 1;
  return {
    asked: change(loop.asked, { label: 'question', part: 'text' }),
    earlier: loop.earlier.map((one, index) => turn(one, index + 1)),
    later: loop.later.map((one, index) => turn(one, own + index + 1)),
    ...results(loop, `results of turn ${String(own)}`),
  };
}
