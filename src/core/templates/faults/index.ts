export type { FaultCode, FaultOptions, FaultyPrompt, PromptFault } from './prompt-fault.ts';
