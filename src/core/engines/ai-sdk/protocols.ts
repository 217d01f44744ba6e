import { hermes } from './hermes.ts';
import type { Release } from './kit/release.ts';
import type { AiSdkRuntime } from './middleware.ts';
import { morphXml } from './morph-xml.ts';
import { qwen3coder } from './qwen3coder.ts';
import { yamlXml } from './yaml-xml.ts';

/** The protocols of a release in the order of the picker, each with the middleware around it. */
export function aiSdkProtocols(release: Release): readonly AiSdkRuntime[] {
  return [hermes(release), qwen3coder(release), morphXml(release), yamlXml(release)];
}
