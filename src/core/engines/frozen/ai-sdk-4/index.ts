import { aiSdkProtocols } from '../../ai-sdk/protocols.ts';
import { release4 } from './release.ts';

/** The protocols of @ai-sdk-tool/parser 4. Their ids have no suffix, because npm has no later release. */
export const olderAiSdkRuntimes = aiSdkProtocols(release4);
