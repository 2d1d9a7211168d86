import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rmdir } from 'node:fs/promises';
import { relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, transformWithOxc } from 'vite';
import { writeBill } from './scripts/audit/writeBill.ts';
import { chunkGroups, DOORS } from './scripts/chunks.ts';
import { packFiles } from './scripts/packFiles.ts';
import { localeFiles } from './scripts/phrases.ts';
import { LANGUAGES } from './src/web/text/languages.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Serves and emits the language list and the static phrase files, made from the `texts.ts` beside each part. */
function phrases(): Plugin {
  return {
    name: 'phrases',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const file = /^\/locales\/([\w.-]+)\.json/.exec(request.url ?? '')?.[1];
        if (!file) return next();
        localeFiles(root, LANGUAGES, { fresh: true }).then(
          (files) => {
            if (!(file in files)) return next();
            response.setHeader('content-type', 'application/json; charset=utf-8');
            response.end(JSON.stringify(files[file]));
          },
          (error: unknown) => next(error),
        );
      });
    },
    async generateBundle() {
      for (const [name, value] of Object.entries(await localeFiles(root, LANGUAGES)))
        this.emitFile({ type: 'asset', fileName: `locales/${name}.json`, source: JSON.stringify(value) });
    },
  };
}

/** Each build writes what it was made of. */
const bill: Plugin = { name: 'bill of materials', apply: 'build', closeBundle: () => writeBill() };

/** Which file needs which others: what comes before the first figures is weighed by `e2e/firstLoad.spec.ts`. Nobody is served it. */
async function keepManifest(): Promise<void> {
  const kept = `${root}node_modules/.cache/meterhouse`;
  await mkdir(kept, { recursive: true });
  await rename(`${root}dist/.vite/manifest.json`, `${kept}/manifest.json`);
  await rmdir(`${root}dist/.vite`);
}

/** What browsers load is packed once, not for each of them. */
const packed: Plugin = {
  name: 'packed files',
  apply: 'build',
  closeBundle: async () => {
    await keepManifest();
    await packFiles(`${root}dist`);
  },
};

/**
 * What is asked for before the code of the page is there comes as a script of its own, before all others: no module, as
 * those wait for each other.
 */
function early(): Plugin {
  let fileName = '';
  return {
    name: 'early calls',
    apply: 'build',
    async generateBundle() {
      const file = `${root}src/web/api/early.ts`;
      const { code } = await transformWithOxc(await readFile(file, 'utf8'), file);
      // The mark of a module, which it is for its types alone.
      const script = code.replace(/^export \{\};\n?/m, '');
      const codes = JSON.stringify(LANGUAGES.map((language) => language.code));
      const source = `(() => {\nconst EARLY_LANGUAGES = ${codes};\n${script}})();\n`;
      fileName = `assets/early-${createHash('sha1').update(source).digest('base64url').slice(0, 8)}.js`;
      this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml: {
      order: 'post',
      // After the words for it in the head, before the code of the page.
      handler: (html) => html.replace('<title>', `<script src="/${fileName}"></script>\n    <title>`),
    },
  };
}

// Vite's own names, with a line each, weigh 1.3 kB more on the first screen.
/** What a class is called: its own name and that of its sheet, alike on every machine. */
const classNameOf = (name: string, file: string): string =>
  `${name}_${createHash('sha1').update(relative(root, file.split('?')[0] ?? file)).digest('base64url').slice(0, 4)}`; // prettier-ignore

export default defineConfig({
  css: { modules: { generateScopedName: classNameOf } },
  plugins: [react(), phrases(), early(), bill, packed],
  server: {
    proxy: { '/api': { target: process.env['API'] ?? 'http://127.0.0.1:8080', changeOrigin: false } },
  },
  // The big chunks are the chart library and what draws in space, each loaded when it is first shown.
  build: {
    target: 'es2023',
    manifest: true,
    chunkSizeWarningLimit: 1100,
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      treeshake: { moduleSideEffects: [DOORS] },
      output: {
        // Files that need each other both ways begin in the order of their imports.
        strictExecutionOrder: true,
        // The names of all that share a file would make its name.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: { includeDependenciesRecursively: false, groups: chunkGroups() },
      },
    },
  },
});
