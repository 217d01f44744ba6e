import type { Scene } from '../paste/scene.ts';
import { writers } from '../evidence.ts';
import type { Around, Reason } from './reason.ts';

/**
 * Settings of a client that say of a model that it has no tools. Sources: zed crates/language_models/src/provider/open_ai_compatible.rs
 * and zed#37221; VS Code’s chatLanguageModels.json, copilot-for-eclipse#159. OpenCode sends its tools all the same: opencode#19966
 */
const SETTINGS: readonly { readonly key: string; readonly sign: RegExp }[] = [
  { key: 'tools', sign: /\bcapabilities["']?\s{0,4}[:=]\s{0,4}\{[^{}]{0,400}?\btools["']?\s{0,4}[:=]\s{0,4}false\b/g },
  { key: 'supports_tools', sign: /\bsupports_tools["']?\s{0,4}[:=]\s{0,4}false\b/g },
  { key: 'toolCalling', sign: /\btoolCalling["']?\s{0,4}[:=]\s{0,4}false\b/g },
];
/** So much before a setting names its model. In UTF-16 units. */
const BEFORE = 600;

/** A request without tools beside settings of its client that switch them off for the model; null for others. */
export function ofToolsOff({ frame: { text } }: Scene, { request, sendsTools, writer, model }: Around): Reason | null {
  const isNone = request === null ? sendsTools === false : !request.isDeclared;
  if (!isNone) return null;
  for (const { key, sign } of SETTINGS) {
    const found = [...text.matchAll(sign)];
    const others = new RegExp(sign.source.replace('false', 'true'));
    const name = request?.model?.text ?? model;
    const own = found.find(
      ({ index }) => name !== null && text.slice(Math.max(0, index - BEFORE), index).includes(name),
    );
    const isOnly = found.length === 1 && !others.test(text);
    if (own === undefined && !isOnly) continue;
    const client = writer !== null && writers[writer].kind === 'client' ? writers[writer].label : 'The client';
    return {
      cause: 'no-tools',
      says: `${client} sent no tools: the settings in the paste have \`"${key}": false\` for this model.`,
      fix: `Set \`"${key}": true\` there, and begin a new chat.`,
    };
  }
  return null;
}
