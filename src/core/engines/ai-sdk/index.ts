import { aiSdkProtocols } from './protocols.ts';
import { newest } from './release.ts';

/** The protocols of the newest @ai-sdk-tool/parser, each with the middleware around it. */
export const aiSdkRuntimes = aiSdkProtocols(newest);
