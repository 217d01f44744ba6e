import eslint from '@eslint/js';
import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default defineConfig(
  globalIgnores([
    'dist/',
    '.svelte-check/',
    'coverage/',
    'test-results/',
    'playwright-report/',
    'tests/fixtures/',
    'tests/**/golden/',
    // Plain TypeScript of the page and its tests is oxlint's (.oxlintrc.json); components and what runs in Node are read here.
    'src/**/*.ts',
    'tests/**/*.ts',
    'bench/*.ts',
    '!**/*.svelte.ts',
    '!bench/page.ts',
    '!tests/browsers/**',
    '!tests/e2e/**',
    '!tests/sources/demo-model.test.ts',
    '!tests/sources/webllm/models.test.ts',
    '!tests/third-party-notices.test.ts',
  ]),
  eslint.configs.recommended,
  tseslint.configs.strictTypeChecked,
  svelte.configs.recommended,
  prettier,
  svelte.configs.prettier,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.components.json', './tsconfig.node.json'],
        tsconfigRootDir: import.meta.dirname,
        // For every file, not only components: otherwise TypeScript builds a second program for them.
        extraFileExtensions: ['.svelte'],
      },
    },
    rules: {
      eqeqeq: 'error',
      'no-alert': 'error',
      'no-duplicate-imports': 'error',
      'no-new-func': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      // A forgotten case is an error; an explicit `default` is a decision.
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // Numbers print as one expects; null, objects and any do not, and stay errors.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `() => doIt()` as a handler is idiomatic and hides nothing.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // `while (true)` with a return inside is how scanners read best.
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      // `const { left, ...rest } = all` is how one leaves a field out.
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
    },
  },
  {
    files: ['src/**'],
    languageOptions: { globals: globals.browser },
    rules: { 'no-console': 'error' },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: tseslint.parser, svelteConfig } },
    rules: {
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
  {
    files: ['tests/**', 'bench/**'],
    rules: {
      // In a test a wrong `!` fails the test, which is what it is for.
      '@typescript-eslint/no-non-null-assertion': 'off',
      'no-empty-pattern': 'off',
    },
  },
  {
    files: ['scripts/**', '*.config.*'],
    languageOptions: { globals: globals.node },
  },
);
