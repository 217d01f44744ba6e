import type { TemplateFailure } from '../../jinja/index.ts';
import { inCode } from './fault-words.ts';
import type { PromptFault } from './prompt-fault.ts';

/** The one fault of a template that cannot be read. */
export function unreadable({ message, span }: TemplateFailure): PromptFault {
  return {
    code: 'unreadable',
    level: 'fault',
    message: `Jinja cannot read the template: ${inCode(message)}.`,
    span,
    shows: null,
    remedy: `Correct the syntax at line ${String(span.line)}.`,
    edit: null,
  };
}
