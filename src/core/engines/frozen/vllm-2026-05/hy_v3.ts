import { hyV3Parser } from '../../vllm/hy_v3.ts';
import { vllmRuntime } from '../../vllm/parser.ts';

const rules = { takesTypeLists: false, sendsTextAlone: true, takesWholeCalls: false };

export const hyV3 = vllmRuntime({ ...hyV3Parser(rules), release: '2026-05' });
