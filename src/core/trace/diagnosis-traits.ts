import type { DiagnosisCode } from './diagnosis-catalogue.ts';

/** What a diagnosis means for the code that asks for it. Who has only this does not load the sentences of the catalogue. */
interface DiagnosisTraits {
  /** What is wrong: the form of a call that another reader knows, its JSON, or how its arguments fit the schema. */
  readonly about?: 'form' | 'json' | 'schema';
  /** What it damages, whoever reads it: the text, whatever a parser makes of it, or only the call that somebody meant. */
  readonly damages?: 'text' | 'call';
  /** What its edit does on purpose, where it does not bring the call that was meant. */
  readonly edit?: 'removes-call' | 'changes-value' | 'closes-cut';
  /** No declared tool takes the call: by its name, or by its arguments. */
  readonly isUnfit?: true;
  /** It is about what one reader, or its stream, makes of the calls. Their text may be right. */
  readonly isOfReader?: true;
  /** It says that something is no call that anybody meant. */
  readonly isNoCall?: true;
  /** What it speaks of is healthy beside a call: an example that is quoted, a call that is dropped on purpose. */
  readonly isHealthy?: true;
  /** All that is there may be a marker: a server that takes calls out of a text may leave one of theirs in it. */
  readonly isOfMarker?: true;
  /** It says why a text has no call for anybody. */
  readonly saysWhyNone?: true;
}

const traits: Readonly<Record<DiagnosisCode, DiagnosisTraits>> = {
  D01: { about: 'form', isOfReader: true, saysWhyNone: true },
  D02: { about: 'form' },
  D03: { damages: 'text', isOfMarker: true },
  D04: { damages: 'text' },
  D05: { damages: 'text' },
  D06: { damages: 'text' },
  D07: { damages: 'text' },
  D08: { about: 'json', damages: 'text' },
  D09: { about: 'json', damages: 'text' },
  D10: { about: 'json', damages: 'text' },
  D11: { about: 'json', damages: 'text' },
  D12: { about: 'json', damages: 'text' },
  D13: {},
  D14: { damages: 'call', isOfMarker: true, saysWhyNone: true },
  D15: {},
  D16: {},
  D17: { damages: 'call' },
  D18: { saysWhyNone: true },
  D19: { edit: 'removes-call', isOfReader: true, isNoCall: true },
  D20: {},
  D21: { about: 'form', edit: 'removes-call', isOfReader: true, isNoCall: true, isHealthy: true },
  D22: { isNoCall: true, isUnfit: true },
  D23: { damages: 'call' },
  D24: { isOfReader: true },
  D25: {},
  D26: {},
  D27: { edit: 'closes-cut', isOfMarker: true },
  D28: { about: 'schema', edit: 'changes-value', isOfReader: true, saysWhyNone: true, isUnfit: true },
  D29: { about: 'schema', edit: 'changes-value', isOfReader: true, isUnfit: true },
  D30: { edit: 'removes-call', isOfReader: true, isHealthy: true },
  D31: { isOfReader: true },
  D32: { isOfReader: true },
  D33: { isOfReader: true },
  D34: { isOfReader: true },
  D35: { isOfReader: true },
  D36: { isOfReader: true },
  D37: {},
  D38: { isNoCall: true },
  D39: { isOfReader: true, isHealthy: true },
  D40: { isOfReader: true, saysWhyNone: true },
};

/** The codes whose traits are such. */
export function codesWhere(is: (traits: DiagnosisTraits) => boolean): ReadonlySet<DiagnosisCode> {
  return new Set((Object.keys(traits) as DiagnosisCode[]).filter((code) => is(traits[code])));
}
