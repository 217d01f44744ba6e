/** Monaco's own copy, which has no types: as much as monaco.ts uses. */
declare module 'monaco-editor/base/browser/dompurify/dompurify' {
  const purify: { sanitize(html: string, options: { readonly TRUSTED_TYPES_POLICY: object }): unknown };
  export default purify;
}
