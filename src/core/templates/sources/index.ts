/** The door to reading templates from files: a chunk of its own, without the engine. */
export { FIRST_GGUF_BYTES, isGguf, readGguf, readGgufModel, type GgufModel } from './gguf.ts';
export { goTemplateText, sourceProblemText } from './source-words.ts';
export {
  usualTemplate,
  type NamedTemplate,
  type SourceProblem,
  type SourceReading,
  type TemplateSource,
} from './template-source.ts';
export { isPastedTemplate, isTemplateFile, readTextSource } from './text-source.ts';
