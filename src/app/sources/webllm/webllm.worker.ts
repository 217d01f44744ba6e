/*
 * The only module that runs WebLLM. A worker of our own around the engine, not around the handler that WebLLM offers for
 * workers: that one would need the package a second time in the page.
 */
import { MLCEngine } from '@mlc-ai/web-llm';
import { serve } from './serve.ts';

serve(self, () => new MLCEngine({ logLevel: 'SILENT' }));
