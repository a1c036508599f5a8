import { copyFileSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { makeTempDir } from '../../support/service/temp-dir.ts';
import { startDemo } from '../../package/demo/start-demo.ts';
import { describeOwnConsole } from '../describe-console.ts';
import { type ConsoleWorld, openWorld } from '../start-world.ts';
import { takePicture } from '../looks-right.ts';
import { tieToWorker } from '../tie-to-worker.ts';

const SITES = 12;
const SHOWN_SITE = 'Grid battery Antwerp';
const TAKEN = fileURLToPath(new URL('../../../test-artefacts/console/', import.meta.url));
const SHOWN = fileURLToPath(new URL('../../../docs/images/', import.meta.url));
/** Set, the pictures of the documents are replaced by those just taken. */
const isForDocuments = process.env['SETPOINT_TEST_WRITE_PICTURES'] !== undefined;
const LOOKS = [
  { theme: 'light', width: 1_240, height: 920, suffix: '' },
  { theme: 'dark', width: 1_240, height: 920, suffix: '' },
  { theme: 'light', width: 390, height: 1_600, suffix: '-phone' },
  { theme: 'dark', width: 390, height: 1_600, suffix: '-phone' },
] as const;

describeOwnConsole('the pictures of the documents', startDemoWorld, (inConsole) => {
  it.each(LOOKS)('show the demonstration, $theme, $width wide', async ({ theme, width, height, suffix }) => {
    const page = await inConsole.signIn({ theme, width, height });
    await page.getByText(`${SITES} sites`, { exact: true }).waitFor();
    await expect.poll(() => page.getByText('● online').count()).toBeGreaterThan(SITES / 2);
    // A card on a phone says so only where a site did not follow.
    if (suffix === '') await page.getByText('✓ followed').first().waitFor();
    await takePicture(page, `fleet-${theme}${suffix}`);
    await page.getByRole('row', { name: new RegExp(SHOWN_SITE) }).click();
    await page.getByRole('heading', { level: 1, name: SHOWN_SITE }).waitFor();
    await page.getByText(/Grid: .* kW/).waitFor();
    await page.getByRole('application', { name: /Measured state of charge/ }).waitFor();
    // The plant runs: whether its battery is idle depends on the time of day.
    await page.getByText('consuming', { exact: true }).waitFor();
    await takePicture(page, `site-${theme}${suffix}`);
    if (isForDocuments && suffix === '') {
      mkdirSync(SHOWN, { recursive: true });
      for (const view of ['fleet', 'site'])
        copyFileSync(`${TAKEN}${view}-${theme}.png`, `${SHOWN}${view}-${theme}.png`);
    }
  });
});

async function startDemoWorld(): Promise<ConsoleWorld> {
  const folder = await makeTempDir();
  const demo = await startDemo(folder.path);
  const untie = tieToWorker(demo.pid, folder.path);
  return {
    ...(await openWorld({ url: demo.url, folder: folder.path })),
    async [Symbol.asyncDispose]() {
      untie();
      await demo.stop();
      await folder[Symbol.asyncDispose]();
    },
  };
}
