import { readPythonJson } from '../../json/dialects/python.ts';
import { heldBack } from './hold-back.ts';
export function partialOverlap(text: string, marker: string): number {
  return heldBack(text, [marker]).length;
}
export function isCompleteJson(text: string): boolean {
  return readPythonJson(text).ok;
}
