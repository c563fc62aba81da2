import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
  // Files name each other relatively, since the server may stand below a path.
  base: './',
  resolve: {
    alias: {
      // For browsers it asks the document; Markdown is read in a worker, which has none.
      'decode-named-character-reference': fileURLToPath(import.meta.resolve('decode-named-character-reference')),
    },
  },
  build: {
    // The content policy allows images as data, but no inline script or style; assets stay files of their own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    // The first with `light-dark()`, which the pages of the reference need as well; older ones would get every colour twice.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // In one file each, what every page needs, and what tabs and dialogs share: they would else come in a dozen files.
          groups: [
            {
              name: 'base',
              test: /node_modules[/\\](react|react-dom|scheduler|use-sync-external-store|openapi-fetch|@tanstack)[/\\]|dashboard[/\\]src[/\\](api|parts)[/\\](?!modal|tabs)|dashboard[/\\]src[/\\]analytics[/\\](analytics-search|filters|plain-names|analytics\.ts|date-range|shown-time|match-counts)/,
            },
            {
              name: 'headless',
              test: /@base-ui[/\\]react[/\\](tabs|internals[/\\](composite|direction|useTransition|useAnim|useOpenChange|useRender|getState|stateAttr|createBaseUI|reasons))/,
            },
          ],
        },
      },
      onLog(level, log, defaultHandler) {
        // TanStack marks its files for servers of React components, which this is not.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') defaultHandler(level, log);
      },
    },
  },
  server: {
    // `npm run dev -w dashboard` beside a running server.
    proxy: Object.fromEntries(
      ['/api', '/docs', '/v1', '/v2'].map((path) => [path, process.env['DOCWRIGHT_URL'] ?? 'http://127.0.0.1:4800']),
    ),
  },
});
