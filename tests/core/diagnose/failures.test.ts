import { describe, expect, it } from 'vitest';
import {
  applyEdit,
  splitMarkers,
  takeApart,
  unpackRecording,
  within,
  type Edit,
  type Extraction,
  type ExtractOptions,
  type ToolDefinition,
} from '../../../src/core/index.ts';
import type { Capabilities } from '../../../src/core/engines/runtime.ts';
import type { ProviderResponse } from '../../../src/core/trace/response.ts';
import { callIn, casesIn, factsIn, fixtureRoot, jsonIn, namesIn, only, readCase } from '../../case-file.ts';
import { toolsIn } from '../../fixtures.ts';
import { faultsOf } from '../../soundness.ts';
import { diagnosed } from '../../readings.ts';

/** The classes of failures: dialect, wrapper, stream, reasoning, payload, position, phantom, template, types, truncation. */
const classes = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'];
const FEWEST_CASES = 5;

interface Reads {
  readonly runtime: string;
  readonly calls: readonly { readonly name: string; readonly argumentsText: string }[];
  readonly incomplete: readonly string[];
  /** Codes that must be among the diagnoses. */
  readonly diagnoses: readonly string[];
}

interface FailureCase {
  readonly about: string;
  readonly tools: readonly ToolDefinition[];
  readonly capabilities: Capabilities;
  readonly native: string | null;
  readonly text: string | null;
  readonly log: string | null;
  /** What each runtime must make of it. */
  readonly reads: readonly Reads[];
}

const root = new URL('failures/', fixtureRoot);

/** `<class>/<case>.txt`: a reply or (`content: log`) the log of a stream, and native calls. */
const cases = classes.flatMap((failure) =>
  casesIn(new URL(`${failure}/`, root)).map(({ name, file }) => ({ failure, name, ...caseIn(file) })),
);

function caseIn(file: URL): FailureCase {
  const { facts, text } = readCase(file, ['about', 'tools', 'capabilities', 'native', 'under', 'content']);
  const isLog = only(facts.content) === 'log';
  return {
    about: only(facts.about) ?? '',
    tools: toolsIn(facts.tools),
    capabilities: (jsonIn(facts.capabilities) ?? {}) as Capabilities,
    native: only(facts.native),
    reads: facts.under.map((value) => {
      const [runtime = '', ...lines] = value.split('\n');
      const { call, incomplete, diagnoses } = factsIn(
        lines.join('\n'),
        ['call', 'incomplete', 'diagnoses'],
        file.pathname,
      );
      return { runtime, calls: call.map(callIn), incomplete, diagnoses: namesIn(diagnoses) };
    }),
    text: isLog ? null : text,
    log: isLog ? text : null,
  };
}

it.each(classes)('class %s has enough cases', (failure) => {
  expect(cases.filter((one) => one.failure === failure).length).toBeGreaterThanOrEqual(FEWEST_CASES);
});

const readings = cases.flatMap((one) => one.reads.map((reads) => ({ ...one, reads, runtime: reads.runtime })));

describe.each(readings)('$failure/$name under $runtime', (one) => {
  const { runtime, reads, tools, capabilities } = one;
  const options: ExtractOptions = { runtime, tools, capabilities };
  const { response, codes } = responseOf(one);
  const extraction = diagnosed(response, options);

  it('has its calls and its diagnoses', () => {
    expect(extraction.calls.map(({ name, argumentsText }) => ({ name, argumentsText }))).toEqual(reads.calls);
    expect(extraction.incomplete.map(({ name }) => name)).toEqual(reads.incomplete);
    expect([...extraction.diagnoses.map(({ code }) => code), ...codes(extraction)]).toEqual(
      expect.arrayContaining([...reads.diagnoses]),
    );
    expect(faultsOf(extraction)).toEqual([]);
  });

  it('is changed by every edit that it offers', () => {
    for (const { code, span, edit, remedy } of extraction.diagnoses) {
      expect(remedy).not.toBe('');
      if (edit === null) continue;
      const after = edited(extraction, edit, options);
      const same = after.diagnoses.filter((other) => other.code === code && other.span.from === span.from);
      expect(same, `${code}: ${edit.label}`).toEqual([]);
    }
  });
});

/** The response, and the codes that only its stream has. */
function responseOf({ text, native, log }: Pick<FailureCase, 'text' | 'native' | 'log'>): {
  response: ProviderResponse;
  codes: (extraction: Extraction) => string[];
} {
  if (log === null)
    return { response: { ...(text === null ? {} : { text }), tool_calls_text: native ?? '' }, codes: () => [] };
  const { text: streamed, toolCallsText, assembly, recording } = takeApart(log);
  const cuts = recording === null ? [] : unpackRecording(recording, streamed?.length ?? 0).cuts;
  return {
    response: { text: streamed, tool_calls_text: toolCallsText ?? '' },
    codes: (extraction) => [
      ...(assembly?.diagnoses ?? []).map(({ code }) => code),
      ...splitMarkers(extraction, cuts).map(({ code }) => code),
    ],
  };
}

function edited({ document, parts }: Extraction, edit: Edit, options: ExtractOptions): ReturnType<typeof diagnosed> {
  const part = (span: { from: number; to: number }): string =>
    applyEdit(document.slice(span.from, span.to), within(edit, span));
  return diagnosed(
    {
      ...(parts.text === null ? {} : { text: part(parts.text) }),
      ...(parts.native === null ? {} : { tool_calls_text: part(parts.native) }),
    },
    { ...options, runtime: edit.runtime ?? options.runtime ?? '' },
  );
}
