import { looksLikeCall } from '../shapes/looks-like-call.ts';

/** Lines that people and scripts put between texts. Models write `***` as a rule. */
const RULE = /^(?:-{3,200}|={3,200})$/;
/** In Markdown, `---` between blank lines is a rule within one text; so long a one no model writes. */
const LONG_RULE = 8;
/** What numbers a text of several: `### Reply 2`, `Sample 2:`, `=== Response 2 ===`. */
const HEAD = /^([#=*[-]{0,40} ?)(reply|response|sample|completion|generation)( ?#?)(\d{1,6})(\]?:? ?[=*-]{0,40})$/i;
/** Patches have rules between what they say and what they change. */
const PATCH = /^(?:diff --git |From [\da-f]{40} |@@ -)/m;
const FENCE = /^ {0,3}(?:```|~~~)/;

interface Line {
  readonly text: string;
  readonly at: number;
}

/**
 * The texts that lines between them keep apart: two or more rules that are alike, or heads that count. Empty for one text. A document
 * has rules as well: one of the texts has to hold a call, and a rule of Markdown has blank lines around it.
 */
export function separatedTexts(text: string): readonly string[] {
  if (!looksLikeCall(text) || PATCH.test(text)) return [];
  const lines = text.trim().split('\n');
  const open = outsideFences(lines);
  const heads = open.filter((line) => HEAD.test(line.text));
  const texts = areCounted(heads) && heads[0]?.at === 0 ? between(lines, heads).slice(1) : byRules(lines, open);
  return texts.length > 1 && texts.every((one) => one.trim() !== '') ? texts : [];
}

/** The lines that are not in a block of code. */
function outsideFences(lines: readonly string[]): readonly Line[] {
  let isInside = false;
  return lines.flatMap((text, at) => {
    const isFence = FENCE.test(text);
    if (isFence) isInside = !isInside;
    return isInside || isFence ? [] : [{ text: text.trimEnd(), at }];
  });
}

/** Whether heads have the same words and count from 0 or 1. */
function areCounted(heads: readonly Line[]): boolean {
  const parts = heads.map(({ text }) => HEAD.exec(text) ?? []);
  const words = new Set(parts.map(([, ...groups]) => groups.toSpliced(3, 1).join(' ')));
  const numbers = parts.map(([, , , , number]) => Number(number));
  const [first = 2] = numbers;
  return (
    heads.length > 1 && words.size === 1 && first <= 1 && numbers.every((number, index) => number === first + index)
  );
}

function byRules(lines: readonly string[], open: readonly Line[]): readonly string[] {
  const rules = open.filter(({ text }) => RULE.test(text));
  const isAlike = new Set(rules.map(({ text }) => text)).size === 1;
  // A text that begins with a rule has properties before it.
  if (rules.length < 2 || !isAlike || rules[0]?.at === 0 || !rules.every((rule) => keepsApart(lines, rule))) return [];
  const texts = between(lines, rules);
  return texts.at(-1) === '' ? texts.slice(0, -1) : texts;
}

/** Whether a rule is none of Markdown: between lines of text, where a heading has a blank line before or after it; or one that it does not have. */
function keepsApart(lines: readonly string[], { text, at }: Line): boolean {
  const [before = '', after = ''] = [lines[at - 1], lines[at + 1]].map((line) => line?.trim());
  const isLast = at === lines.length - 1;
  if (before !== '' && (after !== '' || isLast)) return true;
  return before === '' && (text.startsWith('=') || text.length >= LONG_RULE);
}

function between(lines: readonly string[], places: readonly Line[]): readonly string[] {
  const ends = [...places.map(({ at }) => at), lines.length];
  return ends.map((end, index) =>
    lines
      .slice(index === 0 ? 0 : (ends[index - 1] ?? 0) + 1, end)
      .join('\n')
      .replace(/^(?:[ \t]*\n)+/, '')
      .trimEnd(),
  );
}
