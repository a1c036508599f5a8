import { writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { writeCompressed } from '../../scripts/write-compressed.ts';

const compressed: Plugin = {
  name: 'compressed',
  async writeBundle({ dir = '' }, bundle) {
    await Promise.all(Object.keys(bundle).map((name) => writeCompressed(join(dir, name))));
  },
};

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

// For the list of what the package is made of; not handed out.
const modules: Plugin = {
  name: 'modules',
  async writeBundle({ dir = '' }, bundle) {
    const ids = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
    const paths = ids.map((id) => (id.startsWith('\0') ? id : relative(ROOT, id)));
    await writeFile(join(dirname(dir), 'console-modules.json'), JSON.stringify([...new Set(paths)].sort()));
  },
};

export default defineConfig({
  // Not the source: what is beside it stays out of the page.
  publicDir: false,
  plugins: [compressed, modules],
  build: {
    // Beside the script of the reference: what the service hands out as it was built.
    outDir: '../server/dist/console',
    emptyOutDir: true,
    target: 'es2023',
    // The policy of the page takes nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_000,
    // Directives for servers, which mean nothing here.
    rolldownOptions: {
      onLog: (level, log, handle) => (log.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : handle(level, log)),
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080', '/session': 'http://127.0.0.1:8080' } },
});
