/** What a graphics card allows, as far as WebLLM looks at it. Sizes in bytes. */
export interface GpuFacts {
  readonly f16: boolean;
  readonly maxBufferSize: number;
  readonly maxStorageBufferBindingSize: number;
  readonly maxComputeWorkgroupStorageSize: number;
  readonly maxStorageBuffersPerShaderStage: number;
  /** It is imitated by the processor. */
  readonly isSoftware: boolean;
}

export type GpuReading =
  | { readonly kind: 'adapter'; readonly facts: GpuFacts }
  /** `no-api`: no WebGPU at all. `no-adapter`: no graphics card for it. `no-answer`: the browser does not say. */
  | { readonly kind: 'no-api' | 'no-adapter' | 'no-answer' };

/** Some drivers never answer. */
const DEADLINE = 10_000;

/** Asks as WebLLM does. Takes no memory of the card. */
export async function readGpu(gpu: Pick<GPU, 'requestAdapter'> | undefined): Promise<GpuReading> {
  if (gpu === undefined) return { kind: 'no-api' };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, DEADLINE)));
  try {
    const adapter = await Promise.race([gpu.requestAdapter({ powerPreference: 'high-performance' }), late]);
    if (adapter === undefined) return { kind: 'no-answer' };
    return adapter === null ? { kind: 'no-adapter' } : { kind: 'adapter', facts: factsOf(adapter) };
  } catch {
    return { kind: 'no-adapter' };
  } finally {
    clearTimeout(timer);
  }
}

function factsOf({ features, limits, info }: GPUAdapter): GpuFacts {
  return {
    f16: features.has('shader-f16'),
    maxBufferSize: limits.maxBufferSize,
    maxStorageBufferBindingSize: limits.maxStorageBufferBindingSize,
    maxComputeWorkgroupStorageSize: limits.maxComputeWorkgroupStorageSize,
    maxStorageBuffersPerShaderStage: limits.maxStorageBuffersPerShaderStage,
    // Older browsers have no `info`.
    isSoftware: (info as GPUAdapterInfo | undefined)?.isFallbackAdapter ?? false,
  };
}
