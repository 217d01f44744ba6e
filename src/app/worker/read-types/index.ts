import type { TypesJob, TypesReading } from '../protocol.ts';
import { readPython } from './python.ts';
import { readTypeScript } from './typescript.ts';
import { readZod } from './zod.ts';

const readers = { typescript: readTypeScript, python: readPython, zod: readZod } as const;

/** The types of a source as JSON Schemas. */
export function readTypes({ source, language }: TypesJob): TypesReading {
  return readers[language](source);
}
