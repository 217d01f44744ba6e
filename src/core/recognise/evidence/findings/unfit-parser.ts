import { familyOf, formatsOfParser, parserFor } from '../../../catalogue/index.ts';
import type { EngineId } from '../../../formats/index.ts';
import { engineAmong } from '../engine-among.ts';
import type { Writer } from '../evidence.ts';
import type { Reason } from './reason.ts';

/**
 * A parser that reads no format of the model beside it, or not the one that the chat template asks for: a command or a sentence
 * that names both shows the fault, whatever came back. Null where one of the two is unknown.
 */
export function unfitParser(
  named: readonly (Writer | null)[],
  {
    model,
    parser,
    templateParser,
  }: { readonly model: string | null; readonly parser: string | null; readonly templateParser: string | null },
): Reason | null {
  const engine = engineAmong(named);
  const family = model === null ? null : familyOf(model);
  const ofTemplate = engine === null ? null : unfitTemplate(engine, parser, templateParser);
  if (engine === null || parser === null || family === null || family.formats.length === 0) return ofTemplate;
  const read = formatsOfParser(engine, parser);
  if (read.length === 0 || family.flags?.[engine] === parser || read.some((format) => family.formats.includes(format)))
    return ofTemplate === null ? null : { ...ofTemplate, fix: fixOfTemplate(parser) };
  const name = model?.split('/').findLast((part) => part !== '') ?? family.name;
  return { cause: 'other-format', says: `The parser \`${parser}\` does not read the format of \`${name}\`.` };
}

/** The model was trained on what its parser reads: then it is the template that is another one's. */
function fixOfTemplate(parser: string): string {
  return `Leave that chat template out, or choose one for \`${parser}\`: the model was trained on what that parser reads.`;
}

/**
 * The chat template asks for formats of which the parser reads none; null where they agree, and where one of them is unknown.
 *
 * @param templateParser as vLLM names it: its examples of templates are named after its parsers
 */
export function unfitTemplate(
  engine: EngineId | null,
  parser: string | null,
  templateParser: string | null,
): Reason | null {
  const asked = templateParser === null ? [] : formatsOfParser('vllm', templateParser);
  const read = parser === null ? [] : formatsOfParser(engine ?? 'vllm', parser);
  const [format] = asked;
  // SGLang has another name for the same.
  const own = engine === 'sglang' && format !== undefined ? parserFor('sglang', format, null) : templateParser;
  if (own === null || format === undefined || read.length === 0 || asked.some((one) => read.includes(one))) return null;
  return {
    cause: 'other-format',
    says: `The chat template asks for another format than the parser \`${parser ?? ''}\` reads.`,
    fix: `Start ${engine === 'sglang' ? 'SGLang' : 'vLLM'} with \`--tool-call-parser ${own}\`: the chat template asks for its format. Or leave that chat template out.`,
  };
}
