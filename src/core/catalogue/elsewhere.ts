/** A name that people look for and that is no runtime here: a parser that was not run, or a program around an engine. */
export interface Elsewhere {
  readonly name: string;
  /** The project whose parser it is; null for a program. */
  readonly project: string | null;
  /** Other words by which it is looked for. */
  readonly also: string;
  /** What it is and what reads calls in it, in sentences. */
  readonly about: string;
  /** What a person sets in it where calls stay text, in sentences; absent where that is a matter of what is inside. */
  readonly help?: string;
  /** From where that is known. */
  readonly source: string;
  /** What to search for in the list of runtimes instead, most likely first. */
  readonly inside: readonly string[];
}

/**
 * THE list of such names. None of them was run: each says what is documented, and where.
 *
 * Parsers of vLLM: its registry of 20 August 2026, whose other parsers are all built.
 *
 * @internal A test looks up what each leads to.
 */
export const elsewhere: readonly Elsewhere[] = [
  {
    name: 'vLLM openai',
    project: 'vllm',
    also: 'gpt-oss gptoss harmony',
    about:
      'vLLM’s parser for gpt-oss cannot read pasted text: it takes the ids of tokens, and needs a compiled library. Other servers read the same format.',
    source: 'vLLM, main of 2026-08-20, registry',
    inside: ['harmony', 'gpt-oss'],
  },
  {
    name: 'vLLM minimax_m3',
    project: 'vllm',
    also: 'minimax-m3',
    about: 'vLLM’s parser for MiniMax M3 is compiled, and was not run. Other servers read the same format.',
    source: 'vLLM, main of 2026-08-20, registry',
    inside: ['minimax-m3'],
  },
  {
    name: 'vLLM cohere_command3, cohere_command4',
    project: 'vllm',
    also: 'command-r command-a cohere2',
    about:
      'vLLM’s parsers for Command R and Command A need a compiled library, and were not run. Other servers read the same format.',
    source: 'vLLM, main of 2026-08-20, registry',
    inside: ['command-r', 'cohere'],
  },
  {
    name: 'LM Studio',
    project: null,
    also: 'lmstudio lms',
    about:
      'Closed source. It runs llama.cpp for GGUF models and MLX for MLX models; which parser reads a reply is not published. A call that it cannot read stays content.',
    help: 'Update it, and choose a model that it lists with native tool use. Paste its server log here: that shows what came.',
    source: 'Its documentation; not run',
    inside: ['llama.cpp', 'mlx'],
  },
  {
    name: 'Jan',
    project: null,
    also: 'jan.ai cortex',
    about: 'It runs llama.cpp and passes on what that returns, so the parsers of llama.cpp are the ones to look at.',
    source: 'Its documentation; not run',
    inside: ['llama.cpp'],
  },
  {
    name: 'Open WebUI',
    project: null,
    also: 'openwebui',
    help: 'Set the function calling of the model to native, in its advanced parameters.',
    about:
      'A client without an engine. In its native mode the server reads the calls: choose that server. Its older mode asks the model for JSON with a prompt of its own, and is not here.',
    source: 'Its documentation; not run',
    inside: ['ollama', 'llama.cpp', 'vllm'],
  },
  {
    name: 'Home Assistant',
    project: null,
    also: 'homeassistant hass assist',
    help: 'Set “Control Home Assistant” to Assist: without that, the model gets no tools.',
    about: 'A client without an engine. The server that runs its model reads the calls: choose that server.',
    source: 'Its documentation; not run',
    inside: ['ollama', 'llama.cpp', 'vllm'],
  },
  {
    name: 'n8n',
    project: null,
    also: 'flowise dify',
    about: 'A client without an engine. The server that runs its model reads the calls: choose that server.',
    source: 'Its documentation; not run',
    inside: ['ollama', 'llama.cpp', 'vllm'],
  },
  {
    name: 'Rapid-MLX',
    project: null,
    also: 'rapidmlx',
    about: 'A fork of vllm-mlx, whose parsers are here. What the fork changed was not run.',
    source: 'Its repository; not run',
    inside: ['vllm-mlx'],
  },
  {
    name: 'oMLX',
    project: null,
    also: 'omlx jundot',
    about:
      'It says that it uses the readers of mlx-lm, chosen by the chat template. It began as vllm-mlx, and has fallbacks of its own.',
    source: 'Its README; not run',
    inside: ['mlx', 'vllm-mlx'],
  },
  {
    name: 'Docker Model Runner',
    project: null,
    also: 'dmr',
    about: 'It runs llama.cpp unless another engine is asked for; vLLM on Linux with an NVIDIA card.',
    source: 'Its documentation; not run',
    inside: ['llama.cpp', 'vllm'],
  },
  {
    name: 'exo',
    project: null,
    also: 'exo-explore',
    about: 'It uses the readers of mlx-lm, chosen by the chat template.',
    source: 'What its project says; not run',
    inside: ['mlx'],
  },
];

/**
 * Those whose name or other words hold every word of `wanted`; none for less than three letters.
 *
 * @param project of the list that is searched; absent: of all
 */
export function elsewhereFor(wanted: string, project?: string): readonly Elsewhere[] {
  const words = wanted.trim().toLowerCase().split(/\s+/);
  if (words.join('').length < 3) return [];
  return elsewhere.filter((one) => {
    const text = `${one.name} ${one.also}`.toLowerCase().split(/[\s,]+/);
    const isHere = project === undefined || one.project === project;
    return isHere && words.every((word) => text.some((part) => part.startsWith(word)));
  });
}

/** Those of a project that the name of a model is told of by one of their other words. */
export function elsewhereOfModel(model: string, project: string): readonly Elsewhere[] {
  const name = model.toLowerCase();
  return elsewhere.filter((one) => one.project === project && one.also.split(' ').some((word) => name.includes(word)));
}
