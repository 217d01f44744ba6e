import { type AppLayer, appLayerRuntime, type LayerRuntime } from '../kit/index.ts';
import { langchainCore } from './words.ts';

interface LangchainLayer<Code extends string> extends Omit<AppLayer<Code>, 'id' | 'label' | 'source'> {
  /** The id without the project. */
  readonly slug: string;
  /** How its label calls it, where not by the flag. */
  readonly name?: string;
  /** Its file in the package, below `src/`. */
  readonly file: string;
}

/** A layer of LangChain's core package. */
export function langchainLayer<Code extends string>(layer: LangchainLayer<Code>): LayerRuntime {
  const { slug, name = layer.flag, file, ...rest } = layer;
  return appLayerRuntime<Code>({
    ...rest,
    id: `langchain:${slug}`,
    label: `LangChain ${name}`,
    source: { ...langchainCore, file },
  });
}
