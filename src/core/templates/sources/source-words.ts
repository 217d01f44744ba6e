import { numberText } from '../../text/document/index.ts';
import type { GoCall, SourceProblem } from './template-source.ts';

/** Why a file gave no template, and what to do: sentences with code between backquotes, to be read after its name. */
export function sourceProblemText(problem: SourceProblem): string {
  switch (problem.code) {
    case 'empty':
      return 'It is empty.';
    case 'binary':
      return `It is not text: it contains a NUL character (character ${count(problem.character)}). Open a GGUF file, or the template as text.`;
    case 'too-long':
      return `Its template is too long: ${count(problem.characters)} characters. Callscope reads templates of up to 1,000,000.`;
    case 'not-json':
      return `It is not valid JSON: ${problem.message}. Download the file again, or paste the template alone.`;
    case 'no-template':
      return `${problem.file === '' ? 'It' : 'The file'} has no \`chat_template\`. Newer models keep it in \`chat_template.jinja\`, in the same folder.`;
    case 'template-is-no-text':
      return `Its \`${problem.path}\` is not text. Expected a template, or a list of templates with names.`;
    case 'gguf-version':
      return `It is a GGUF file of version ${count(problem.version)}. Callscope reads the versions 1 to 3 (byte 4).`;
    case 'gguf-other-byte-order':
      return 'It is a GGUF file for big-endian machines. Open the little-endian file of the same model (byte 4).';
    case 'gguf-cut':
      return `The file ends inside its header (byte ${count(problem.byte)} of ${count(problem.bytes)}). Download it again.`;
    case 'gguf-length':
      return `The header is damaged: ${problem.what} is ${grouped(problem.length)}, more than the file holds (byte ${count(problem.byte)}). Download it again.`;
    case 'gguf-type':
      return `The header is damaged: the key \`${problem.key}\` has the unknown type ${count(problem.type)} (byte ${count(problem.byte)}). Download it again.`;
    case 'gguf-deep':
      return `The header is damaged: the key \`${problem.key}\` has lists inside of lists (byte ${count(problem.byte)}). Download it again.`;
    case 'gguf-header':
      return `Its header is longer than ${count(problem.bytes / 1024 / 1024)} MiB. Save the template as a text, and open that.`;
    case 'gguf-no-template':
      return `Its header has no key \`${problem.key}\`. Open the \`chat_template.jinja\` of the model instead.`;
  }
}

/** The sentence about a Go template. */
export function goTemplateText(call: GoCall | null): string {
  const go = 'It is a Go template, as Ollama uses them. Callscope renders Jinja templates only.';
  if (call === null) return `${go} It never writes \`.ToolCalls\`, so it shows the model no call.`;
  return call.tag === ''
    ? `${go} It writes calls without a tag around them.`
    : `${go} Its calls begin with \`${call.tag.replaceAll('`', "'")}\`.`;
}

function count(number: number): string {
  return numberText(number);
}

/** A number of any size as text. */
function grouped(digits: string): string {
  return numberText(BigInt(digits));
}
