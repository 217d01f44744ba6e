// `npm test` on a fresh clone: nothing is installed yet, so the rest is imported afterwards.
import { ensureInstalled } from './ensure-install.js';

ensureInstalled();
const { verify } = await import('./verify.js');
await verify();
