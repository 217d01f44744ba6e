/* Says what a worker of this page can see of the graphics card: some browsers have WebGPU in pages only. */
import { readGpu } from './gpu.ts';

void readGpu((navigator as Partial<Navigator>).gpu).then((reading) => {
  self.postMessage(reading);
});
