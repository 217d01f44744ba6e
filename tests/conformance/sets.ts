/**
 * The golden files that are no engine's, without `.jsonl`, and the runtime whose calls each holds. Null for what else an
 * agent system does: its prompts, the messages of its next turn, what it shows.
 */
export const sets: Readonly<Record<string, string | null>> = {
  'ex_athena-extract.v0.5.0': 'exathena',
  'ex_athena-extract.head': 'exathena-head',
  'ex_athena-augment.v0.5.0': null,
  'ex_athena-fence-filter.head': null,
  'chatcli-parse': 'chatcli',
  'chatcli-normalize': null,
  'chatcli-shim-prompt': null,
  'chatcli-shim-parse': 'chatcli-shim',
  'chatcli-tool-result': null,
};
