import type { Constraint, Pace, ToolDefinition } from '../../core/index.ts';
import { demoSource } from './demo.ts';
import { endpointSource } from './endpoint.ts';
import type { EndpointSettings } from './endpoint-request.ts';
import { fileSource } from './file.ts';
import { promptApiSource } from './prompt-api.ts';
import { replaySource, type RecordedRun } from './replay.ts';
import type { ModelSource } from './source.ts';
import { BY_PROMPT, toySource } from './toy/toy-source.ts';
import { webLlmSource, type WebLlmSettings } from './webllm/source.ts';

/** A source with what the reader has set for it. */
export type SourceChoice =
  /** `answer`: one that the demo model recites, or `BY_PROMPT`: then the tools are those that it may know. */
  | {
      readonly id: 'demo';
      readonly answer: string;
      readonly pause: number;
      readonly tools: readonly ToolDefinition[];
    }
  | { readonly id: 'webllm'; readonly settings: WebLlmSettings }
  | { readonly id: 'endpoint'; readonly settings: EndpointSettings }
  | { readonly id: 'file'; readonly file: Blob; readonly tools: string }
  | { readonly id: 'prompt-api' }
  /** `pace` null: all at once. */
  | { readonly id: 'replay'; readonly run: RecordedRun; readonly pace: Pace | null };

export interface SourceInfo {
  readonly id: SourceChoice['id'];
  readonly label: string;
  readonly note: string;
  /** Whether it takes tools beside the prompt, and answers with native calls. */
  readonly takesTools: boolean;
  /** What its engine can be held to. */
  readonly holds: readonly Constraint['kind'][];
  /** Whether it follows the settings of sampling. */
  readonly samples: boolean;
}

/** THE list of sources, in the order in which they are offered. */
export const sources: readonly SourceInfo[] = [
  {
    id: 'demo',
    label: 'Demo model',
    note: 'A real but tiny model that llama.cpp runs in this browser. It recites one of five answers, whatever you ask.',
    takesTools: false,
    holds: ['json-schema'],
    samples: true,
  },
  {
    id: 'webllm',
    label: 'WebLLM',
    note: 'A real chat model on your graphics card, in this browser. What you ask stays here; only the model is fetched.',
    takesTools: false,
    holds: ['json-schema', 'structural-tag'],
    samples: true,
  },
  {
    id: 'endpoint',
    label: 'Server',
    note: 'A server that you name. What you send goes there and nowhere else, straight from this browser.',
    takesTools: true,
    holds: ['json-schema'],
    samples: true,
  },
  {
    id: 'file',
    label: 'GGUF file',
    note: 'A model from your disk, run by llama.cpp in this browser. The file never leaves this computer.',
    takesTools: true,
    holds: ['json-schema'],
    samples: true,
  },
  {
    id: 'prompt-api',
    label: 'Browser’s model',
    note: 'The built-in model of some browsers (Prompt API). It sets its own temperature and length.',
    takesTools: false,
    holds: [],
    samples: false,
  },
  {
    id: 'replay',
    label: 'Replay',
    note: 'Replays a recorded run. It always gives the recorded answer.',
    takesTools: false,
    holds: [],
    samples: false,
  },
];

export function openSource(choice: SourceChoice): ModelSource {
  switch (choice.id) {
    case 'demo':
      return choice.answer === BY_PROMPT
        ? toySource(choice.tools, choice.pause)
        : demoSource(choice.answer, choice.pause);
    case 'webllm':
      return webLlmSource(choice.settings);
    case 'endpoint':
      return endpointSource(choice.settings);
    case 'file':
      return fileSource(choice.file, choice.tools);
    case 'prompt-api':
      return promptApiSource;
    case 'replay':
      return replaySource(choice.run, choice.pace);
  }
}
