import { isPopular, popularFirst } from '../formats/popular-first.ts';

/** An option without a value: a link without a format means it. */
const FENCE = 'exathena-fence';

interface FormatChoice {
  /** As `askedFormat` has it. */
  readonly value: string;
  readonly label: string;
}

interface FormatGroup {
  readonly label: string;
  readonly choices: readonly FormatChoice[];
}

/**
 * What one can ask for: first what most people use, then the others from A to Z.
 *
 * @param pages null until they are there
 * @param asked the format that is chosen, which is always among them
 */
export function formatChoices(
  pages: readonly { readonly id: string; readonly ask: string | null }[] | null,
  asked: string,
): readonly FormatGroup[] {
  const own: FormatChoice = { value: '', label: FENCE };
  const chosen = asked === '' ? [] : [{ value: asked, label: asked }];
  if (pages === null) return [{ label: 'Formats', choices: [own, ...chosen] }];
  const choiceOf = ({ id }: { readonly id: string }): FormatChoice => (id === FENCE ? own : { value: id, label: id });
  const sorted = popularFirst(pages.toSorted((one, other) => (one.id < other.id ? -1 : 1)));
  const withWords = sorted.filter(({ ask }) => ask !== null);
  const groups = [
    { label: 'Most used', choices: withWords.filter(({ id }) => isPopular(id)).map(choiceOf) },
    {
      label: 'Others',
      // An older case may name it by its id.
      choices: [...withWords.filter(({ id }) => !isPopular(id)).map(choiceOf), ...(asked === FENCE ? chosen : [])],
    },
    { label: 'Without a prompt of its own', choices: sorted.filter(({ ask }) => ask === null).map(choiceOf) },
  ];
  const isThere = groups.some(({ choices }) => choices.some(({ value }) => value === asked));
  return isThere ? groups : [...groups, { label: 'Chosen', choices: chosen }];
}
