export { type WayOut, waysOut, type WaysOut, type WaysOutOptions } from './ways-out.ts';
