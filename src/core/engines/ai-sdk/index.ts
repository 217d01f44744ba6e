import { hermes, laterHermes } from './hermes.ts';
import type { AiSdkRuntime } from './middleware.ts';
import { laterMorphXml, morphXml } from './morph-xml.ts';
import { laterQwen3coder, qwen3coder } from './qwen3coder.ts';
import { laterYamlXml, yamlXml } from './yaml-xml.ts';

/** The protocols of @ai-sdk-tool/parser, each with the middleware around it: of the newest release on npm, then of a later one. */
export const aiSdkRuntimes: readonly AiSdkRuntime[] = [
  ...[hermes, qwen3coder, morphXml, yamlXml],
  ...[laterHermes, laterQwen3coder, laterMorphXml, laterYamlXml],
];
