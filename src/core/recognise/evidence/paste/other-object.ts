import { argumentsAt } from './arguments-at.ts';

/** An object with tools, or with a schema, that code makes and does not ask, and the one without them that it asks. */
export interface OtherObject {
  readonly made: string;
  readonly asked: string;
  readonly has: 'tools' | 'schema';
}

const NAME = String.raw`(?:(?:self|this)\.)?[A-Za-z_]\w{0,60}`;
/** `bind_tools` gives a new model and leaves the old one as it is. Source: langchain_core language_models/chat_models.py; langchainjs libs/langchain-core/src/language_models/chat_models.ts */
const MAKES = new RegExp(
  String.raw`(?<![\w.])(?<made>${NAME})(?:\s?:\s?[\w.[\], ]{1,60})?\s{0,4}=(?![=>])\s{0,4}\(?\s{0,20}(?:await )?(?<from>${NAME}|[A-Za-z_][^\n]{1,300}\))\s{0,20}\.\s?(?<how>bind_tools|bindTools|with_structured_output|withStructuredOutput)\(\s{0,40}(?![\s)]|\[\s{0,4}\])`,
  'g',
);
const ASKS = String.raw`\s{0,20}\.\s?(?:a?invoke|a?stream|a?batch|a?predict|a?generate|a?stream_events|streamEvents|call)\(`;
/** What makes a model, where the object with tools is made of another one. */
const MODEL = new RegExp(
  String.raw`(?<![\w.])(${NAME})\s{0,4}=\s{0,4}(?:await |new ){0,2}(?:Chat[A-Z]\w{1,40}|init_?[cC]hat_?[mM]odel)\(`,
  'g',
);
const MOST = 8;

/** Null where the code asks what it made, or gives it on: the request has the tools then. */
export function otherObject(code: string): OtherObject | null {
  const made = [...code.matchAll(MAKES)].slice(0, MOST).flatMap(({ 0: head, index, groups = {} }) => {
    const { made: name = '', from = '', how = '' } = groups;
    const end = index + head.length + (argumentsAt(code, index + head.length)?.length ?? 0) + 1;
    // What is asked at once is an answer, and no model.
    const isAnswer = new RegExp(`^${ASKS}`).test(code.slice(end, end + 60));
    return name === from || isAnswer
      ? []
      : [{ name, from, has: /tools/i.test(how) ? ('tools' as const) : ('schema' as const) }];
  });
  const [only, ...others] = made.filter(({ name }) => !isUsed(code, name));
  if (only === undefined || others.length > 0 || made.length > 1) return null;
  const models = only.from.endsWith(')') ? [...code.matchAll(MODEL)].map(([, name = '']) => name) : [only.from];
  const asked = models.find((name) => name !== only.name && isAsked(code, name));
  return asked === undefined ? null : { made: only.name, asked, has: only.has };
}

/** Whether code asks an object, gives it on, or returns it: all but its own assignment and its print. */
function isUsed(code: string, name: string): boolean {
  const rest = code.replaceAll(new RegExp(String.raw`\b(?:print|console\.log)\(${escaped(name)}\)`, 'g'), ' ');
  const used = new RegExp(
    String.raw`(?<![\w.])${escaped(name)}(?=\s{0,4}[.(|[)\],;}])|(?:[|(,=:[{]|\b(?:return|yield|await|import|export|const|let|as|in))\s{0,20}(?<![\w.])${escaped(name)}(?![\w]|\s{0,4}(?::[^=\n]{1,60})?=)|\bexport (?:const|let) ${escaped(name)}\b`,
  );
  return used.test(rest);
}

/** Whether code asks it, or puts it into a chain, and does not give it to anything else, which could add tools. */
function isAsked(code: string, name: string): boolean {
  const own = String.raw`(?<![\w.])${escaped(name)}`;
  const isGiven = new RegExp(String.raw`[(,=]\s{0,20}${own}\s{0,4}[,)]`).test(
    code.replaceAll(new RegExp(String.raw`\.pipe\(\s{0,4}${own}\s{0,4}\)`, 'g'), ' '),
  );
  return (
    !isGiven && new RegExp(String.raw`${own}${ASKS}|\|\s{0,20}${own}(?!\w)|\.pipe\(\s{0,4}${own}\s{0,4}\)`).test(code)
  );
}

function escaped(name: string): string {
  return name.replaceAll('.', String.raw`\.`);
}
