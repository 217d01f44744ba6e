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
  try {
    const adapter = await within(DEADLINE, gpu.requestAdapter({ powerPreference: 'high-performance' }));
    if (adapter === undefined) return { kind: 'no-answer' };
    return adapter === null ? { kind: 'no-adapter' } : { kind: 'adapter', facts: factsOf(adapter) };
  } catch {
    return { kind: 'no-adapter' };
  }
}

/** What a promise brings; undefined when it takes longer than `deadline` milliseconds. */
export async function within<Value>(deadline: number, promise: Promise<Value>): Promise<Value | undefined> {
  let stop = (): void => undefined;
  const late = new Promise<undefined>((resolve) => {
    const timer = setTimeout(() => {
      resolve(undefined);
    }, deadline);
    stop = () => {
      clearTimeout(timer);
    };
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    stop();
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
