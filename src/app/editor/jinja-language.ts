import type { languages } from 'monaco-editor/editor';

/** The parts of a chat template, in the words of Monaco: `jinja` is put after each for the theme. */
export const jinjaTokens = ['tag', 'keyword', 'string', 'number', 'comment', 'filter'] as const;

/** What a statement begins with. */
const statements = [
  ...[
    'if',
    'elif',
    'else',
    'endif',
    'for',
    'endfor',
    'set',
    'endset',
    'macro',
    'endmacro',
    'call',
    'endcall',
    'filter',
  ],
  ...['endfilter', 'with', 'endwith', 'generation', 'endgeneration', 'break', 'continue', 'do', 'block', 'endblock'],
  ...['include', 'import', 'from', 'extends', 'autoescape', 'endautoescape'],
];

/** Words anywhere in it. */
const words = [
  'if',
  'else',
  'in',
  'is',
  'not',
  'and',
  'or',
  'recursive',
  'true',
  'false',
  'none',
  'True',
  'False',
  'None',
];

/**
 * Jinja as Monaco's Monarch reads it, a line at a time: text, statements, expressions, comments, and text between `raw`
 * and `endraw`. The engine has the last word on what a template is; this colours it while it is typed.
 */
export const jinjaLanguage: languages.IMonarchLanguage = {
  tokenPostfix: '.jinja',
  defaultToken: '',
  statements,
  words,
  tokenizer: {
    root: [
      [/[^{]+/, ''],
      [/\{#/, 'comment', '@comment'],
      [/(\{%[-+]?)(\s*)(raw)(\s*)([-+]?%\})/, ['tag', '', 'keyword', '', { token: 'tag', next: '@raw' }]],
      [/\{%[-+]?/, 'tag', '@head'],
      [/\{\{[-+]?/, 'tag', '@expression'],
      [/\{/, ''],
    ],
    comment: [
      [/#\}/, 'comment', '@pop'],
      [/[^#]+|#/, 'comment'],
    ],
    raw: [
      [/(\{%[-+]?)(\s*)(endraw)(\s*)([-+]?%\})/, ['tag', '', 'keyword', '', { token: 'tag', next: '@pop' }]],
      [/[^{]+|\{/, ''],
    ],
    head: [
      [/\s+/, ''],
      [/[-+]?%\}/, 'tag', '@pop'],
      [
        /[A-Za-z_]\w*/,
        {
          cases: {
            '@statements': { token: 'keyword', switchTo: '@statement' },
            '@default': { token: '', switchTo: '@statement' },
          },
        },
      ],
      [/./, { token: '', switchTo: '@statement' }],
    ],
    statement: [[/[-+]?%\}/, 'tag', '@pop'], { include: '@code' }],
    expression: [[/[-+]?\}\}/, 'tag', '@pop'], { include: '@code' }],
    code: [
      [/"/, 'string', '@double'],
      [/'/, 'string', '@single'],
      // Braces of an object are no end of the expression.
      [/\{/, '', '@object'],
      [/(\|)(\s*)([A-Za-z_]\w*)/, ['', '', 'filter']],
      // A name after a dot is a key, whatever word it is.
      [/\.\s*[A-Za-z_]\w*/, ''],
      [/[A-Za-z_]\w*/, { cases: { '@words': 'keyword', '@default': '' } }],
      [/\d[\d_]*(?:\.\d+)?(?:[eE][-+]?\d+)?/, 'number'],
      [/[^"'{}|.\w%-]+|./, ''],
    ],
    object: [[/\}/, '', '@pop'], { include: '@code' }],
    double: [
      [/\\./, 'string'],
      [/"/, 'string', '@pop'],
      [/[^"\\]+|\\/, 'string'],
    ],
    single: [
      [/\\./, 'string'],
      [/'/, 'string', '@pop'],
      [/[^'\\]+|\\/, 'string'],
    ],
  },
};
