import eslint from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** Named, since the service of editors, which finds them by itself, takes a fifth longer. */
const projects = ['.', 'dashboard', 'edge', 'edge/src/tracker'].map((folder) => `${folder}/tsconfig.json`);

export default defineConfig(
  globalIgnores([
    '**/node_modules/',
    '**/dist/',
    '.stryker-tmp/',
    'reports/',
    '**/*.generated.ts',
    'src/http/reference/{theme,reading}.js',
    'edge/t.js',
    'edge/test/fixtures/next-site/',
  ]),
  eslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { project: projects, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-console': 'error',
    },
  },
  {
    // Commands and benchmarks speak to a person on the terminal; everything else logs.
    files: [
      'src/cli/**/*.ts',
      'check/src/{bin,cli}.ts',
      'dashboard/*.ts',
      'bench/**/*.ts',
      'scripts/**/*.ts',
      'test/**/*.ts',
    ],
    rules: { 'no-console': 'off' },
  },
  {
    // What leaves this process goes by src/outgoing, which bounds it.
    files: ['src/**/*.ts'],
    ignores: ['src/**/*.test.ts', 'src/**/*.conformance.ts', 'src/**/*.fixture.ts', 'src/**/doubles/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'fetch', message: 'Use sendWithin of src/outgoing/send.ts, with limits.' },
      ],
    },
  },
  {
    // What a framework does differently is a rule of its site, and not a question of everybody else.
    files: ['check/src/**/*.ts'],
    ignores: ['check/src/frameworks/**', 'check/src/**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...[
          'BinaryExpression:has(> MemberExpression[property.name="framework"]):has(> Literal)',
          'BinaryExpression:has(> Identifier[name="framework"]):has(> Literal)',
          'CallExpression:has(> MemberExpression.callee > MemberExpression[property.name="framework"])',
          'CallExpression[callee.property.name=/^(has|includes)$/]:has(> MemberExpression.arguments[property.name="framework"])',
        ].map((selector) => ({ selector, message: 'Only check/src/frameworks may ask which framework a site is of.' })),
      ],
    },
  },
  {
    // What strangers wrote is made harmless in one place.
    files: ['src/cli/**/*.ts'],
    ignores: ['src/cli/terminal.ts', 'src/cli/docwright.ts', 'src/cli/**/*.test.ts'],
    rules: {
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        ...['stdout', 'stderr'].map((property) => ({
          object: 'process',
          property,
          message: 'Only src/cli/terminal.ts writes to the terminal.',
        })),
      ],
    },
  },
  {
    // It opens the features and hands them to each other. What makes it longer is somebody else's story.
    files: ['src/main.ts'],
    rules: { 'max-lines': ['error', { max: 150 }] },
  },
  {
    // Loops over typed arrays within proven bounds, where any other way of saying so costs time per view.
    files: ['src/analytics/visits/embedded/**/*.ts', 'src/analytics/id-table.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    files: ['**/*.test.ts', '**/*.conformance.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      'no-restricted-properties': [
        'error',
        ...['it', 'test', 'describe'].flatMap((object) =>
          ['skip', 'skipIf', 'runIf', 'todo', 'only'].map((property) => ({
            object,
            property,
            message: 'Call `skip(condition, reason)` in the test: the run prints the reason.',
          })),
        ),
      ],
    },
  },
);
