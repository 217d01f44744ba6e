export {
  cellKey,
  emptyExperiment,
  type Experiment,
  lastNumbers,
  type Message,
  messageKey,
  type ModelRun,
  type ReadBy,
  type Setup,
  setupKey,
  type Variant,
  type WantedCall,
  withoutVariant,
  withVariant,
} from './experiment.ts';
export {
  type ExperimentReading,
  isExperimentFile,
  joinedRuns,
  readExperiment,
  writeExperiment,
} from './experiment-file.ts';
export { lackingFor, lackingText } from './impossible.ts';
export { type AskedRun, expectedFor, RunJudge, type RunResult } from './run-judge.ts';
export { type Suggestion, suggestionsFor } from './suggest.ts';
export {
  type Cell,
  comparedRows,
  differenceOf,
  failureGroups,
  type JudgedRun,
  type Measure,
  measures,
  type Rate,
  tableOf,
  type VariantDifference,
  type VariantRow,
} from './table.ts';
