import type { ComparedSide } from './sides.ts';
import type { SessionFields } from '../../page/fields.ts';
import type { SaidSettings } from '../../page/reading/capabilities.ts';

type Settings = Pick<SessionFields, 'profile'> & SaidSettings & Partial<Pick<SessionFields, 'reasoningParser'>>;

export interface SideNames {
  readonly left: string;
  readonly right: string;
}

/** What the sides are called in sentences: by what tells them apart. */
export function namesOf(left: Settings, right: ComparedSide, labelOf: (id: string) => string): SideNames {
  if (right.text !== null) return { left: 'The left text', right: 'The right text' };
  const name = (side: Settings): string => {
    const thinking = side.thinking ?? 'absent';
    const { reasoningParser = '' } = side;
    const isSameParser = (left.reasoningParser ?? '') === (right.reasoningParser ?? '');
    const isSame = (left.thinking ?? 'absent') === (right.thinking ?? 'absent');
    const parts = [
      ...(left.profile === right.profile && isSameParser ? [] : [labelOf(side.profile)]),
      ...(isSameParser || reasoningParser === '' ? [] : [`the reasoning parser \`${reasoningParser}\``]),
      ...(left.nativeToolCalls === right.nativeToolCalls ? [] : [`\`native_tool_calls\` ${side.nativeToolCalls}`]),
      ...(left.selfContained === right.selfContained ? [] : [`\`self_contained_tools\` ${String(side.selfContained)}`]),
      ...(isSame ? [] : [`thinking ${thinking === 'absent' ? 'not set' : thinking}`]),
    ];
    return parts.join(' with ');
  };
  const names = { left: name(left), right: name(right) };
  return names.left === '' ? { left: 'The left', right: 'The right' } : names;
}

/** What is said of sides whose stream gives something else than their whole reply; a sentence that follows others. */
export function streamsText(sides: readonly ('left' | 'right')[], names: SideNames): string {
  const [first, second] = sides;
  if (first === undefined) return '';
  if (second !== undefined) return ' Both sides return another result when they stream.';
  return ` ${names[first]} returns another result when it streams.`;
}
