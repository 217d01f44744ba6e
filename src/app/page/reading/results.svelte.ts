import { notYetChecked, type Span, type ToolDefinition, type Validation, type Verdict } from '../../../core/index.ts';
import type { ExpectedCall } from '../../permalink/state.ts';
import type {
  DiagnosedExtraction,
  SentCall,
  SentExtraction,
  SentTool,
  ToolsAnswer,
  WordedEvidence,
} from '../../worker/protocol.ts';
import { isSameData } from '../same-data.ts';
import type { Judgement } from './expectation.ts';

/** The answer against what was expected, with both. */
interface ShownJudgement extends Judgement {
  readonly text: string;
  /** Where the two differ in the document. */
  readonly at: Span | null;
  readonly of: DiagnosedExtraction;
  readonly for: readonly ExpectedCall[];
}

/** What a paste proves, with the paste. */
interface Proved {
  readonly content: string;
  readonly answer: WordedEvidence;
}

export type { DiagnosedExtraction, SentCall, SentExtraction, SentTool, ToolsAnswer };

/** The longest that anything waits for the answer, in milliseconds. */
const PATIENCE = 2500;

/** What the workers answered. Written by `sync.svelte.ts`, read by everything that shows. */
export class Results {
  #extraction = $state.raw<DiagnosedExtraction | null>(null);
  #validations = $state.raw<readonly Validation[]>([]);
  #tools = $state.raw<ToolsAnswer | null>(null);
  #toolsBefore = $state.raw<ToolsAnswer | null>(null);
  #toolsInForce = $state.raw<readonly ToolDefinition[]>([]);
  #judgement = $state.raw<ShownJudgement | null>(null);
  #state: 'current' | 'reading' | 'unread' = $state('reading');
  #resting: (() => void)[] = [];
  #proved = $state.raw<Proved | null>(null);
  /** Whether it is being asked what a paste proves about its server. */
  isProving = $state(false);
  /** Whether a paste is being taken apart: until its reply is read, an answer would be about the text as it came. */
  isTaking = $state(false);
  /** Whether a run writes the reply, or has just ended: the answer changes with every piece until all of it is read. */
  isChanging = $state(false);
  /** Whether the answer is being compared with what was expected. */
  isJudging = $state(false);
  /** Whether what is below the answer is in its place: how tall the answer is decides where that is. */
  isPlaced = $state(false);

  get verdict(): Verdict | null {
    return this.#extraction?.verdict ?? null;
  }

  /** What the last paste that was asked about proves. */
  get proved(): Proved | null {
    return this.#proved;
  }

  setProved(proved: Proved): void {
    this.#proved = proved;
  }

  get extraction(): DiagnosedExtraction | null {
    return this.#extraction;
  }

  /** `reading`: the text on the page is newer than the answer. `unread`: so it stays, because reading it failed. */
  get state(): 'current' | 'reading' | 'unread' {
    return this.#state;
  }

  set state(state: 'current' | 'reading' | 'unread') {
    this.#state = state;
    if (state === 'reading') return;
    for (const go of this.#resting) go();
    this.#resting = [];
  }

  /** Settles once no reply is being read, or when that takes long: whatever can wait for the answer waits for this. */
  rest(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#state !== 'reading') resolve();
      else {
        this.#resting.push(resolve);
        setTimeout(resolve, PATIENCE);
      }
    });
  }

  /** Whether the answer belongs to an earlier text. */
  get stale(): boolean {
    return this.state !== 'current';
  }

  get tools(): ToolsAnswer | null {
    return this.#tools;
  }

  /** The tools when the page was opened, or when the reader asked to remember them. */
  get toolsBefore(): ToolsAnswer | null {
    return this.#toolsBefore;
  }

  rememberTools(): void {
    this.#toolsBefore = this.#tools;
  }

  /** The tools that are active: while those that are typed are no JSON, the last valid ones. */
  get toolsInForce(): readonly ToolDefinition[] {
    return this.#toolsInForce;
  }

  /** Whether there are no tools because their text is no JSON. */
  get hasBrokenTools(): boolean {
    return this.#toolsInForce.length === 0 && this.#tools !== null && isBroken(this.#tools);
  }

  /** What the schema says of a call, by its index. */
  validationOf(index: number): Validation {
    return this.#validations[index] ?? notYetChecked;
  }

  /** Whether a schema refuses the arguments of a call. */
  get hasRefused(): boolean {
    return this.#extraction?.calls.some((_, index) => this.validationOf(index).state === 'problems') === true;
  }

  /** What the answer is against these expected calls; null until it is computed. */
  judgementOf(expected: readonly ExpectedCall[] | null): ShownJudgement | null {
    const judgement = this.#judgement;
    // Where nothing is there to be read, nothing is as expected.
    if (judgement === null || judgement.of.document.trim() === '') return null;
    return judgement.of === this.#extraction && judgement.for === expected ? judgement : null;
  }

  setJudgement(judgement: ShownJudgement): void {
    this.#judgement = judgement;
  }

  setExtraction(extraction: DiagnosedExtraction): void {
    const before = this.#extraction?.calls ?? [];
    // What did not change keeps what was found until it is compared again: nothing flickers at every keystroke.
    this.#validations = extraction.calls.map((call, index) =>
      isSameCall(before[index], call) ? this.validationOf(index) : notYetChecked,
    );
    this.#extraction = extraction;
  }

  setValidations(validations: readonly Validation[]): void {
    const before = this.#validations;
    // Where nothing is new, thousands of calls need not be looked at again.
    if (validations.length === before.length && validations.every((one, index) => one === before[index])) return;
    this.#validations = validations;
  }

  setTools(answer: ToolsAnswer): void {
    this.#tools = answer;
    this.#toolsBefore ??= answer;
    const active = answer.active ?? answer.tools.map(({ definition }) => definition);
    // While somebody types what is no JSON, nothing is asked again.
    if (answer.active !== null && isSameData(active, this.#toolsInForce)) return;
    this.#toolsInForce = active;
    // What other schemas said is not what these say.
    this.#validations = [];
  }
}

function isBroken({ problems }: ToolsAnswer): boolean {
  return problems.some(({ code }) => code === 'syntax');
}

function isSameCall(one: SentCall | undefined, other: SentCall): boolean {
  return one?.name === other.name && one.argumentsText === other.argumentsText;
}
