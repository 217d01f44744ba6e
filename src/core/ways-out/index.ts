export type { Fix, WayOut } from './fix.ts';
export { waysOut, type WaysOut, type WaysOutOptions } from './ways-out.ts';
