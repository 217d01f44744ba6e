/* Stands in for the worker of the page: the same server, on an engine that needs no graphics card and no model. */
import { serve } from '../../../../src/app/sources/webllm/serve.ts';
import { fakeEngine } from './fake-engine.ts';

serve(self, () => fakeEngine(20).client);
