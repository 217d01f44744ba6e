import {
  applyEdit,
  diagnose,
  extract,
  runtimesFor,
  withTools,
  type Diagnosis,
  type Extraction,
  type ToolDefinition,
} from '../../../src/core/index.ts';
import { readBothWays } from '../../../src/core/reader/stream/extraction-stream.ts';
import { tokenPieces } from '../../../src/core/engines/kit/index.ts';
import { fixtures } from '../../fixtures.ts';

/** What is said of a fixture under a runtime, and the calls that come after the first edit. */
interface Told {
  readonly diagnoses: readonly Diagnosis[];
  /** The text after the first edit; null where no diagnosis has one, and then the calls are those of the text. */
  readonly edited: string | null;
  /** What our own reader finds; each call with its arguments, without white space. */
  readonly meant: readonly string[];
  readonly whole: readonly string[];
  readonly streamed: readonly string[];
  /** Of the calls only the names. */
  readonly names: Readonly<Record<'whole' | 'streamed', readonly string[]>>;
}

/** What is said of a text under a runtime, with these tools, some by name alone. */
export async function saidOf(
  runtime: string,
  text: string,
  declared: readonly (string | ToolDefinition)[] = [],
): Promise<readonly Diagnosis[]> {
  const tools =
    declared.length === 0 ? undefined : declared.map((tool) => (typeof tool === 'string' ? { name: tool } : tool));
  const options = withTools({ runtime, runtimes: await runtimesFor(runtime), tools }, { text });
  return diagnose(extract({ text }, options), options);
}

/** @param place the format and the name of the fixture: `hermes/one-call` */
export async function told(runtime: string, place: string): Promise<Told> {
  const fixture = fixtures.find(({ format, name }) => `${format}/${name}` === place);
  if (fixture === undefined) throw new Error(`There is no fixture ${place}.`);
  const { text, expected } = fixture;
  const tools = expected.tools.length === 0 ? undefined : expected.tools;
  const options = withTools({ runtime, runtimes: await runtimesFor(runtime), tools }, { text });
  const diagnoses = diagnose(extract({ text }, options), options);
  const edit = diagnoses.find((one) => one.edit !== null)?.edit ?? null;
  const edited = edit === null ? null : applyEdit(text, edit);
  const { whole, streamed } = readBothWays(tokenPieces(edited ?? text), options);
  const meant = extract({ text: edited ?? text }, { runtime: 'auto', tools: options.tools });
  return {
    diagnoses,
    edited,
    meant: shown(meant),
    whole: shown(whole),
    streamed: shown(streamed),
    names: { whole: whole.calls.map(({ name }) => name), streamed: streamed.calls.map(({ name }) => name) },
  };
}

function shown({ calls }: Extraction): string[] {
  return calls.map(({ name, returnedText }) => `${name} ${returnedText.replace(/\s/g, '')}`);
}
