import type { Reason } from './reason.ts';

/** A name that turns something on or off, and has more in it than that. */
const ON_OFF = /^Hass(?!Turn(?:On|Off)$)(?:[A-Z]\w{0,40})?(?<state>On|Off)(?:[A-Z_]\w{0,40})?$/;

/**
 * A call to an intent that Home Assistant does not have, although it has the one that is meant: `HassLightTurnOn` for `HassTurnOn`. Null
 * for others. Source: homeassistant helpers/intent.py and the `intent.py` of its components, in which two names turn things on and off
 */
export function madeUpIntent(names: readonly string[]): Reason | null {
  for (const name of names) {
    const state = ON_OFF.exec(name)?.groups?.['state'];
    if (state === undefined) continue;
    const says = `The model made up \`${name}\`: Home Assistant itself has \`HassTurn${state}\` for that.`;
    return {
      cause: 'unknown-tool',
      says,
      headline: says,
      fix: 'Choose a larger model, or one that is better at tools, such as Qwen3. Expose fewer entities to Assist as well: a shorter prompt keeps the names apart.',
    };
  }
  return null;
}
