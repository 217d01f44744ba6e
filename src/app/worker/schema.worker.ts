import { checkCalls } from './check-calls.ts';
import { serve } from './serve.ts';

// A worker of its own: a pattern of a user's schema may run for minutes, and extraction must not wait for it.
serve<'schema'>({ validate: ({ calls, tools, document }) => checkCalls(calls, tools, document) });
