export { type Fix, type WayOut, waysOut, type WaysOut, type WaysOutOptions } from './ways-out.ts';
