import type { SourceError } from '../../sources/errors.ts';
import type { ModelSource } from '../../sources/source.ts';
import type { WordedEvidence } from '../../worker/protocol.ts';

/** Says what a text proves about a server; null where nobody can be asked. */
export type AskEvidence = (content: string) => Promise<Pick<WordedEvidence, 'sentences'> | null>;

/** A source whose refusals come with the advice that Debug has for the same words. */
export function advised(source: ModelSource, ask: AskEvidence): ModelSource {
  return {
    id: source.id,
    availability: () => source.availability(),
    async *open(request, signal) {
      for await (const event of source.open(request, signal))
        yield event.kind === 'failed' ? { ...event, error: await withAdvice(event.error, ask) } : event;
    },
  };
}

async function withAdvice(error: SourceError, ask: AskEvidence): Promise<SourceError> {
  if (error.said === undefined || error.said.trim() === '') return error;
  const sentences = (await ask(error.said).catch(() => null))?.sentences;
  const fix = sentences?.causes[0]?.fix ?? sentences?.advice ?? '';
  return fix === '' ? error : { ...error, fix };
}
