/** @type {import('knip').KnipConfig} */
export default {
  entry: [
    'src/main.ts!',
    'src/offline/service-worker.ts!',
    'src/**/*.worker.ts!',
    'tests/conformance/adapter.ts!',
    'scripts/*.js',
    'bench/{index,page,profile}.ts',
  ],
  project: ['src/**/*.{ts,svelte}!', 'tests/**/*.{ts,svelte}', 'scripts/**/*.js', 'bench/**/*.ts', '*.config.{ts,js}'],
};
