import type { Span } from '../text/document/index.ts';
import type { Allowance, FailureKind } from './rendering.ts';

/** What ends a rendering. Thrown inside of the engine only: `render` answers with it as data. */
export class TemplateFault extends Error {
  readonly kind: FailureKind;
  /** The exception's class in Python. */
  readonly exception: string;
  /** Where it is in the template as Jinja reads it; null where the engine adds the place. */
  span: Span | null = null;
  readonly allowance: keyof Allowance | undefined;

  constructor(kind: FailureKind, exception: string, message: string, allowance?: keyof Allowance) {
    super(message);
    this.kind = kind;
    this.exception = exception;
    this.allowance = allowance;
  }
}

/** A template that cannot be read. */
export class SyntaxFault extends TemplateFault {
  constructor(message: string, from: number, to: number, exception = 'TemplateSyntaxError') {
    super('syntax', exception, message);
    this.span = { from, to };
  }
}

/** What Python raises: `TypeError`, `ValueError`. */
export function pythonError(exception: string, message: string): TemplateFault {
  return new TemplateFault('python', exception, message);
}

export function typeError(message: string): TemplateFault {
  return pythonError('TypeError', message);
}

export function unsupported(what: string): TemplateFault {
  return new TemplateFault('unsupported', 'NotImplementedError', `${what} is not supported here`);
}

/** Whether an allowance is used up: who goes on after a fault must not go on after this one. */
export function isAllowance(error: unknown): boolean {
  return !(error instanceof TemplateFault) || error.kind === 'allowance';
}
