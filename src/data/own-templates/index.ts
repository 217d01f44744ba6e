/** The door to our own templates: a chunk of its own. */
import { deepseekV31 } from './deepseek-v3.1.ts';
import { glm45 } from './glm-4.5.ts';
import { harmony } from './harmony.ts';
import { hermes } from './hermes.ts';
import { kimiK2 } from './kimi-k2.ts';
import { llama3Json } from './llama3-json.ts';
import { mistral } from './mistral.ts';
import type { OwnTemplate } from './own-template.ts';
import { pythonic } from './pythonic.ts';
import { qwen3CoderXml } from './qwen3-coder-xml.ts';
import { react } from './react.ts';

/** THE list of our own templates, in the order of the page. */
export const ownTemplates: readonly OwnTemplate[] = [
  hermes,
  qwen3CoderXml,
  llama3Json,
  mistral,
  deepseekV31,
  harmony,
  glm45,
  kimiK2,
  pythonic,
  react,
];
