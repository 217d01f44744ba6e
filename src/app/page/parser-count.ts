import { counted, type RuntimeInfo } from '../../core/index.ts';

/** How many parsers of servers there are, as the list of all servers counts them: readers of our own and app layers are others. */
export function parserCount(runtimes: readonly Pick<RuntimeInfo, 'lenient' | 'isAppLayer'>[]): string {
  const parsers = runtimes.filter(({ lenient, isAppLayer }) => !lenient && isAppLayer !== true).length;
  const others = runtimes.length - parsers;
  const parts = [
    ...(parsers > 0 || others === 0 ? [counted(parsers, 'parser')] : []),
    ...(others > 0 ? [counted(others, 'other reader')] : []),
  ];
  return parts.join(', ');
}
