import { readTypes } from './read-types/index.ts';
import { readYaml } from './read-types/yaml.ts';
import { serve } from './serve.ts';

// A worker of its own: the reader of types can take long, and nothing else must wait for it.
serve<'types'>({ types: readTypes, yaml: ({ source }) => readYaml(source) });
