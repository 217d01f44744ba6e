import { hermes } from './hermes.ts';
import type { AiSdkRuntime } from './middleware.ts';
import { morphXml } from './morph-xml.ts';
import { qwen3coder } from './qwen3coder.ts';
import { yamlXml } from './yaml-xml.ts';

/** The protocols of @ai-sdk-tool/parser, each with the middleware around it. */
export const aiSdkRuntimes: readonly AiSdkRuntime[] = [hermes, qwen3coder, morphXml, yamlXml];
