import eslint from '@eslint/js';
import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

// The rules that ask for types read the whole program anew for every component, a hundred seconds: `npm run lint` and
// `npm run test:long` have them. Types themselves are checked every time, by svelte-check.
const hasTypes = process.env.CALLSCOPE_LONG !== undefined;
/** @type {import('eslint').Linter.RulesRecord} */
const typedRules = {
  // A forgotten case is an error; an explicit `default` is a decision.
  '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
  // Numbers print as one expects; null, objects and any do not, and stay errors.
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
  // `() => doIt()` as a handler is idiomatic and hides nothing.
  '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
  // `while (true)` with a return inside is how scanners read best.
  '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: 'only-allowed-literals' }],
};

// Components, and what Svelte asks of modules with runes. All other TypeScript and JavaScript is oxlint's (.oxlintrc.json).
export default defineConfig(
  globalIgnores(['dist/', '.svelte-check/', 'coverage/', 'tests/fixtures/', '**/*.ts', '**/*.js', '!**/*.svelte.ts']),
  {
    files: ['**/*.svelte'],
    extends: [
      eslint.configs.recommended,
      hasTypes ? tseslint.configs.strictTypeChecked : tseslint.configs.strict,
      prettier,
    ],
    languageOptions: {
      globals: globals.browser,
      parserOptions: {
        ...(hasTypes ? { project: './tsconfig.components.json', tsconfigRootDir: import.meta.dirname } : {}),
        extraFileExtensions: ['.svelte'],
      },
    },
    rules: {
      eqeqeq: 'error',
      'no-alert': 'error',
      'no-duplicate-imports': 'error',
      'no-new-func': 'error',
      'no-var': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      ...(hasTypes ? typedRules : {}),
      // `const { left, ...rest } = all` is how one leaves a field out.
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // Model output is hostile: text nodes only. Trusted Types would not stop it, Svelte's own policy lets all through.
      'svelte/no-at-html-tags': 'error',
      'svelte/require-each-key': 'error',
      'svelte/button-has-type': 'error',
      'svelte/no-target-blank': 'error',
      // `let { a, b = $bindable() } = $props()` cannot be split; the rule of the plugin knows that.
      'prefer-const': 'off',
      'svelte/prefer-const': ['error', { destructuring: 'all' }],
    },
  },
  // After the others: these bring the parser of components.
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    languageOptions: { parserOptions: { parser: tseslint.parser, svelteConfig } },
  },
  { files: ['src/**'], rules: { 'no-console': 'error' } },
);
