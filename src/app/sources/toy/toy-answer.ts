import { isObject, type JsonObject, type JsonValue, type ToolDefinition } from '../../../core/index.ts';
import { seededNumbers, seedOf } from './seeded.ts';
import { writeToyCall, toyFormatIn, type ToyFormat } from './toy-formats.ts';

/** What the toy is asked. */
export interface ToyQuestion {
  readonly system: string;
  readonly user: string;
  /** Of these it knows only those whose names are in the prompt. */
  readonly tools: readonly ToolDefinition[];
  readonly temperature: number;
  readonly seed: number;
}

/**
 * Answers as a small program, and no model: it reads the prompt by rules and throws dice for mistakes that small models make.
 * The same seed throws the same dice for every prompt, so that two prompts differ by what they say. Heat makes rare mistakes
 * commoner and common ones rarer; at temperature 0 what is likelier happens every time.
 */
export function toyAnswer({ system, user, tools, temperature, seed }: ToyQuestion): string {
  const next = seededNumbers(seedOf(user) ^ Math.imul(seed + 1, 0x9e3779b1));
  const dice = {
    format: next(),
    tool: next(),
    prose: next(),
    key: next(),
    type: next(),
    comma: next(),
    needless: next(),
    value: next(),
  };
  const happens = (die: number, chance: number): boolean => die < heated(chance, temperature);
  const known = tools.filter(({ name }) => system.includes(name));
  const tool = chosenTool(known, user, (chance) => happens(dice.tool, chance));
  if (tool === null) {
    const [first] = known;
    const needless = /only when the user asks/i.test(system) ? 0.04 : 0.6;
    if (first === undefined || !happens(dice.needless, needless))
      return 'No tool is needed for that. I can answer it in words.';
    return called(first, { system, user, dice, happens });
  }
  if (happens(dice.prose, /at once/i.test(system) ? 0.02 : 0.14))
    return `I would use ${tool.name} for that, and then tell you what it says.`;
  return called(tool, { system, user, dice, happens });
}

interface Thrown {
  readonly system: string;
  readonly user: string;
  readonly dice: Readonly<Record<'format' | 'key' | 'type' | 'comma', number>>;
  readonly happens: (die: number, chance: number) => boolean;
}

function called(tool: ToolDefinition, { system, user, dice, happens }: Thrown): string {
  const asked = toyFormatIn(system);
  const isFull = system.includes('"properties"');
  const obeys = Math.min(0.98, obedience[asked] + (/no other form/i.test(system) ? 0.25 : 0));
  const format = happens(1 - dice.format, obeys) ? asked : habit;
  const renames = /exact name/i.test(system) ? 0.1 : isFull ? 0.6 : 0.75;
  const quotes = /without quotes/i.test(system) ? 0.02 : isFull ? 0.06 : 0.3;
  const damages = /no comma at the end/i.test(system) ? 0.01 : 0.1;
  const given = argumentsFor(tool, user);
  const named = Object.fromEntries(
    Object.entries(given).map(([key, value]) => [
      happens(dice.key, renames) ? (longNames.get(key) ?? key) : key,
      typeof value === 'number' && happens(dice.type, quotes) ? String(value) : value,
    ]),
  );
  return writeToyCall(format, { name: tool.name, arguments: named }, happens(dice.comma, damages));
}

/** How a chance changes with the temperature: as a softmax of two choices. */
function heated(chance: number, temperature: number): number {
  if (temperature < 0.01) return chance > 0.5 ? 1 : 0;
  const yes = chance ** (1 / temperature);
  const no = (1 - chance) ** (1 / temperature);
  return yes / (yes + no);
}

/** It was "trained" on this one, and falls back to it. */
const habit: ToyFormat = 'hermes';

/** How often it writes the format that is asked for. */
const obedience: Readonly<Record<ToyFormat, number>> = {
  hermes: 0.97,
  'exathena-fence': 0.55,
  mistral: 0.7,
  'qwen3-coder-xml': 0.75,
  pythonic: 0.65,
  'raw-json': 0.5,
};

/** Names that it has seen so rarely that it writes the whole word. */
const longNames: ReadonlyMap<string, string> = new Map([
  ['qty', 'quantity'],
  ['pct', 'percent'],
  ['amt', 'amount'],
  ['num', 'number'],
  ['loc', 'location'],
  ['addr', 'address'],
  ['src', 'source'],
  ['dst', 'destination'],
  ['msg', 'message'],
  ['qry', 'query'],
]);

/** The tool whose name and description share most words with the question; null where none shares any. */
function chosenTool(
  tools: readonly ToolDefinition[],
  user: string,
  happens: (chance: number) => boolean,
): ToolDefinition | null {
  const asked = new Set(wordsOf(user));
  const scored = tools
    .map((tool) => ({
      tool,
      score:
        2 * wordsOf(tool.name).filter((word) => asked.has(word)).length +
        wordsOf(tool.description ?? '').filter((word) => asked.has(word)).length,
    }))
    .toSorted((one, other) => other.score - one.score);
  const [first, second] = scored;
  if (first === undefined || first.score === 0) return null;
  if (second === undefined) return first.tool;
  const lead = first.score - second.score;
  return happens(lead === 0 ? 0.5 : lead === 1 ? 0.2 : 0.04) ? second.tool : first.tool;
}

/** Words of four letters and more, and their singular: enough to tell tools apart. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z]{4,}/g) ?? [];
  return [...new Set(words.map((word) => word.replace(/s$/, '')))];
}

/** Values for the parameters of a tool, taken from the question. */
function argumentsFor({ schema }: ToolDefinition, user: string): JsonObject {
  const properties = objectOf(schema?.['properties']);
  const required = Array.isArray(schema?.['required']) ? schema['required'] : [];
  const numbers = (user.match(/(?<![\w.])\d+(?:\.\d+)?(?![\w])/g) ?? []).map(Number);
  const words = user.match(/\b[A-Z]\d+\b|“[^”]+”|"[^"]+"/g) ?? user.match(/\b(?!^)[A-Z][a-z]+\b/g) ?? [];
  const names = words.map((word) => word.replace(/^[“"]|[”"]$/g, ''));
  const entries = Object.entries(properties).flatMap(([key, property]): [string, JsonValue][] => {
    const { type, enum: choices } = objectOf(property);
    const isRequired = required.includes(key);
    if (Array.isArray(choices)) {
      const found = choices.find(
        (choice) => typeof choice === 'string' && user.toLowerCase().includes(choice.toLowerCase()),
      );
      return found === undefined && !isRequired ? [] : [[key, found ?? choices[0] ?? null]];
    }
    if (type === 'integer' || type === 'number') {
      const number = numbers.shift();
      return number === undefined && !isRequired ? [] : [[key, number ?? 1]];
    }
    if (type === 'boolean') return isRequired ? [[key, !/\b(?:close|off|stop|not)\b/i.test(user)]] : [];
    const name = names.shift();
    return name === undefined && !isRequired ? [] : [[key, name ?? lastWord(user)]];
  });
  return Object.fromEntries(entries);
}

function lastWord(text: string): string {
  return text.match(/\p{L}+/gu)?.at(-1) ?? '';
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}
