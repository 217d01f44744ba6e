/** Made by vite.config.ts of tests/fixtures: the fixtures of each format, by its id. */
declare module 'virtual:format-fixtures' {
  const fixtures: Readonly<Record<string, readonly import('./app/views/formats/format-examples.ts').FormatFixture[]>>;
  export default fixtures;
}
