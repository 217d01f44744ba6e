import type { AugmentedPrompt } from '../../core/index.ts';
import { formatsClient } from '../formats/formats-client.ts';

/** The system prompt that asks for one format. */
export class AskedPrompt {
  /** Null until it is here, and for a format that nobody asks for in text. */
  prompt = $state.raw<AugmentedPrompt | null>(null);

  async follow(format: string, tools: string, system: string): Promise<void> {
    const result = await formatsClient().run({ kind: 'ask', format, tools, system });
    this.prompt = result.ok ? result.answer : null;
  }
}
