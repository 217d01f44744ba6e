import { expect, it } from 'vitest';
import { evidenceOf, evidenceSentences } from '../../../../src/core/index.ts';

const refused = `qwen code, my own server\n\n│ x  ReadFile {}\n│\n│    params must have required property 'absolute_path'\n`;
const said = (content: string): string => evidenceSentences(evidenceOf({ content, name: null })).headline;

it.each([
  ['Qwen3-Coder in the words of jsonrepair', 'even with jsonrepair: <parameter=absolute_path>/srv/a.md', 'Qwen3-Coder'],
  ['GLM in what Node prints', "jsonString: '<arg_key>absolute_path</arg_key>'", 'GLM'],
  ['JSON in a log', '"arguments": "<parameter=absolute_path>/srv/a.md</parameter>"', 'Qwen3-Coder'],
  ['a log of a client', 'raw arguments: <function=read_file>', 'Qwen3-Coder'],
])('what came as arguments counts more than what the client misses: %s', (_, raw, whose) => {
  expect(said(`${refused}\n${raw}\n`)).toContain(`passed on the tags of ${whose} as the arguments`);
});

it.each([
  ['tags in the words of a person', 'It should write <parameter=absolute_path> here.'],
  ['other tags', 'raw arguments: <div>lamps</div>'],
])('%s are no arguments', (_, raw) => {
  expect(said(`${refused}\n${raw}\n`)).not.toContain('passed on');
});

it('names the server that passed them on', () => {
  expect(said(`LM Studio (qwen3-coder-30b mlx)\n${refused}\narguments = <parameter=absolute_path>`)).toContain(
    'LM Studio passed on the tags',
  );
});
