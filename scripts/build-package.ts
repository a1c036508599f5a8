import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleProgram } from './bundle-program.ts';
import { packFolder } from './pack-folder.ts';
import { writeInventory } from './write-inventory.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BUILT = join(ROOT, 'packages/server/dist');
const [OUT = join(ROOT, 'dist')] = process.argv.slice(2);

// The package `setpoint`: first as a folder, then as the file that is published. `npm run build` comes before it.
const folder = join(OUT, 'setpoint');
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const ofProgram = await bundleProgram(join(folder, 'dist/node'));
await cp(join(BUILT, 'console'), join(folder, 'dist/console'), { recursive: true });
await cp(join(BUILT, 'docs.json.br'), join(folder, 'dist/docs.json.br'));
await cp(join(BUILT, 'reference.js.br'), join(folder, 'dist/reference.js.br'));
await cp(join(ROOT, 'packages/setpoint'), folder, { recursive: true });
for (const name of ['CHANGELOG.md', 'LICENSE']) await cp(join(ROOT, name), join(folder, name));
const ofConsole = JSON.parse(await readFile(join(BUILT, 'console-modules.json'), 'utf8')) as string[];
const origins = { root: ROOT, modules: [...ofProgram, ...ofConsole], reference: join(BUILT, 'reference.js.br') };
await writeInventory(folder, origins);
process.stdout.write(`${packFolder(folder, OUT)}\n`);
