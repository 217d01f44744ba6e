/** Made by vite.config.ts of tests/fixtures: the fixtures of each format, by its id. */
declare module 'virtual:format-fixtures' {
  const fixtures: Readonly<Record<string, readonly import('./app/views/formats/format-examples.ts').FormatFixture[]>>;
  export default fixtures;
}

/** Made by vite.config.ts of tests/conformance/golden: what the originals of a project were asked. */
declare module 'virtual:golden-texts/*' {
  const texts: import('./app/views/parser/test-texts.ts').GoldenTexts;
  export default texts;
}
