import { auto } from './own/auto.ts';
import { customProfile } from './own/custom.ts';
import { chatcli, chatcliShim } from './chatcli/cascade.ts';
import { exathena, exathenaHead } from './exathena/cascade.ts';
import type { Profile } from './runtime.ts';

/** THE list of profiles, in the order of the picker; the first is the default. */
export const profileList: readonly Profile[] = [exathena, exathenaHead, chatcli, chatcliShim, auto, customProfile()];
