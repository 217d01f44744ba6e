import { all, change, replace, words, type StepAnswers } from '../step-answers.ts';

export const answers: readonly StepAnswers[] = [
  { right: all(words, '1'), wrong: all(words, '0', '2', 'none', 'readGauge', '') },
  { right: all(words, 'nothing'), wrong: all(words, 'calls', 'text', 'error', '0', '') },
  {
    right: [replace('readGauge', 'read_gauge')],
    wrong: [
      replace('readGauge', 'read_Gauge'),
      replace('readGauge', 'readgauge'),
      replace('readGauge', 'read-gauge'),
      replace('readGauge', 'ReadGauge'),
      replace('readGauge', 'open_valve'),
      change({ profile: 'vllm:hermes' }),
    ],
  },
  {
    right: [replace('"B2"}', '"B2", "percent": 40}'), replace('{"valve"', '{"percent": 40, "valve"')],
    wrong: [
      replace('"B2"}', '"B2", "percent": "40"}'),
      replace('"B2"}', '"B2", "percent": 4}'),
      replace('"B2"}', '"B2" "percent": 40}'),
      replace('"B2"}', '"B2", percent: 40}'),
      replace('"B2"}', '"B2", "open": 40}'),
      replace('"B2"}', '"B2"}, "percent": 40'),
    ],
  },
  {
    right: [replace('<parameter=sample>', '<parameter=samples>')],
    wrong: [
      replace('<parameter=sample>', '<parameter=dial>'),
      replace('<parameter=sample>', '<parameter=sampling>'),
      replace('<parameter=sample>', '<samples>'),
      replace('<parameter=sample>\n3', '<parameter=samples>\nthree'),
      replace('<parameter=sample>', '<parameter=Samples>'),
      replace('3', '4'),
    ],
  },
];
