import { execFile, execFileSync } from 'node:child_process';
import { accessSync, constants, copyFileSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ifThere, unless } from '@setpoint/server/testing/unless';
import { launchBrowser } from '../../console/open-page.ts';
import { noBrowser } from '../../support/find-browser.ts';
import { worldOfTests } from '@setpoint/server/testing/open-world';
import { installPackage } from '../../package/install/install-package.ts';
import { folderOfTests } from '@setpoint/server/testing/test-folder';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const TOLD = '1 true true 400 true 201 true true';
// Each that is on this machine, and those that SETPOINT_TEST_NODES names, with colons between them.
const NODES = [...new Set([process.execPath, ...named('SETPOINT_TEST_NODES'), ...onPath('node')])];
// As a new project has it.
const STRICTLY = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--module', 'nodenext', '--target', 'es2024'];
const OTHERS = [
  ['Bun', onPath('bun')[0], ['run']],
  ['Deno', onPath('deno')[0], ['run', '--allow-net', '--allow-read']],
] as const;

describe('the client works', async () => {
  const folder = folderOfTests();
  execFileSync(process.execPath, [join(ROOT, 'scripts/build-client.ts'), folder], { cwd: ROOT });
  const packed = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  await installPackage(join(folder, packed), join(folder, 'project'));
  for (const name of ['use-client.mjs', 'program.mjs']) {
    copyFileSync(new URL(name, import.meta.url), join(folder, 'project', name));
  }
  const world = await worldOfTests();
  const { clientId, clientSecret } = await world.client({ allSites: true, can: 'schedule' });
  const place = { url: world.base, siteId: await world.site(), clientId, clientSecret };

  const program = [join(folder, 'project/program.mjs'), JSON.stringify(place)];
  const run = async (command: string, args: readonly string[], more: NodeJS.ProcessEnv = {}) => {
    const options = { cwd: join(folder, 'project'), env: { ...process.env, ...more } };
    return (await promisify(execFile)(command, [...args], options)).stdout.trim();
  };

  it.each(NODES.filter((node) => majorOf(node) >= 20))('in Node: %s', async (node) => {
    expect(await run(node, program)).toBe(TOLD);
  });

  it('as its page says, block by block', async () => {
    const page = readFileSync(join(ROOT, 'docs/learn/typescript.md'), 'utf8');
    const blocksOf = (text: string) => [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block = '']) => block);
    const blocks = blocksOf(page);
    expect(blocks).toHaveLength(4);
    writeFileSync(join(folder, 'project/page.mts'), blocks.join('\n'));
    const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')];
    const readme = readFileSync(join(ROOT, 'packages/client/README.md'), 'utf8');
    const given = 'declare const clientId: string, clientSecret: string, siteId: string, from: string, to: string;';
    writeFileSync(join(folder, 'project/readme.mts'), [given, ...blocksOf(readme)].join('\n'));
    await run(join(ROOT, 'node_modules/.bin/tsc'), [...STRICTLY, ...types, 'page.mts', 'readme.mts']);
    const env = { SETPOINT_URL: world.base, SETPOINT_CLIENT_ID: clientId, SETPOINT_CLIENT_SECRET: clientSecret };
    const said = await run(process.execPath, [join(folder, 'project/page.mts')], env);
    expect(said).toMatch(/is at version \d+\n400 bad_request .*overlap.*\n[\w-]+ set \nbatch\.accepted 1$/);
    expect(said).toContain(`${place.siteId} set`);
  });

  for (const [name, command, args] of OTHERS) {
    it(`in ${name}`, ifThere(command !== undefined, name), async () => {
      expect(await run(command ?? '', [...args, ...program])).toBe(TOLD);
    });
  }

  const files: Readonly<Record<string, string>> = {
    '/sdk.js': readFileSync(join(folder, 'project/node_modules/@setpoint/client/dist/index.js'), 'utf8'),
    '/use-client.js': readFileSync(join(folder, 'project/use-client.mjs'), 'utf8'),
  };

  it('in a browser', unless(noBrowser), async () => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      // The page stands at the service's own address, without its policy.
      await page.route(/\/(page|sdk\.js|use-client\.js)$/, (route) => {
        const text = files[new URL(route.request().url()).pathname];
        const contentType = text === undefined ? 'text/html' : 'text/javascript';
        return route.fulfill({ contentType, body: text ?? '<!doctype html>' });
      });
      await page.goto(`${world.base}/page`);
      expect(await page.evaluate(useOf(place))).toBe(TOLD);
    } finally {
      await browser.close();
    }
  });

  it('in a page of another origin, once that is let in', unless(noBrowser), async () => {
    const desk = createServer(({ url = '' }, response) => {
      response.setHeader('Content-Type', url in files ? 'text/javascript' : 'text/html');
      response.end(files[url] ?? '<!doctype html>');
    }).listen(0, '127.0.0.1');
    await once(desk, 'listening');
    const origin = `http://127.0.0.1:${(desk.address() as AddressInfo).port}`;
    const [letIn, shut] = [await world.startAnother({ SETPOINT_CORS_ORIGINS: origin }), await world.startAnother()];
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(`${origin}/`);
      expect(await page.evaluate(useOf({ ...place, url: letIn.base }))).toBe(TOLD);
      await expect(page.evaluate(useOf({ ...place, url: shut.base }))).rejects.toThrow(/nothing answers at/);
    } finally {
      await browser.close();
      desk.close();
    }
  });
});

/** What a page evaluates to use the client. */
function useOf(place: object): string {
  return `Promise.all([import('/sdk.js'), import('/use-client.js')])
    .then(([sdk, { useClient }]) => useClient(sdk, ${JSON.stringify(place)}))`;
}

function named(variable: string): string[] {
  return (process.env[variable] ?? '').split(delimiter).filter(Boolean);
}

function onPath(name: string): string[] {
  const paths = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name));
  return paths.filter(isProgram).map((path) => realpathSync(path));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function majorOf(node: string): number {
  return Number(/^v(\d+)/.exec(execFileSync(node, ['--version'], { encoding: 'utf8' }))?.[1]);
}
