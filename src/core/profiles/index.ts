import { auto } from './auto.ts';
import { customProfile } from './custom.ts';
import { chatcli, chatcliShim } from './chatcli.ts';
import { exathena, exathenaHead } from './exathena.ts';
import type { Profile } from './profile.ts';

/** THE list of profiles, in the order of the picker; the first is the default. */
export const profileList: readonly Profile[] = [exathena, exathenaHead, chatcli, chatcliShim, auto, customProfile()];
