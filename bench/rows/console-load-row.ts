import type { BrowserContext } from 'playwright-core';
import { openConsole } from '../console/open-console.ts';
import { medianOf } from '../run/compare.ts';
import { limitedTo, type Finding, type Row, type Run } from '../run/run.ts';
import type { SeededStores } from '../run/seeded-store.ts';
import { startSetpoint, type Setpoint } from '../run/start-setpoint.ts';

const SITES = 100;
const SLOWED = 4;
const LONGEST_MS = 1_500;
const MOST_SCRIPT_KB = 260;

interface FirstLoad {
  readonly usefulMs: number;
  readonly scriptKb: number;
}

// Useful is when the sites can be read: the frame after the first of them is in the page.
const NOTE_USEFUL = `
  window.benchUseful = new Promise((resolve) => {
    new MutationObserver((_changes, observer) => {
      if (document.querySelector('[role="rowheader"] a') === null) return;
      observer.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
    }).observe(document, { childList: true, subtree: true });
  });`;

const READ = `window.benchUseful.then((usefulMs) => ({
  usefulMs,
  scriptKb: performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000,
}))`;

export function consoleLoadRow(run: Run, stores: SeededStores): Row {
  const measure = async (): Promise<Finding> => {
    const store = await stores.of(SITES);
    await using setpoint = await startSetpoint(store.dataDir);
    await using opened = await openConsole(setpoint, store);
    const loads: FirstLoad[] = [];
    for (let round = 0; round < run.rounds + 2; round += 1) loads.push(await loadAnew(opened.context, setpoint));
    const times = loads.map(({ usefulMs }) => usefulMs);
    const worst = `${Math.max(...times).toFixed(0)} ms at worst`;
    const [first] = loads;
    return {
      kind: 'claimed',
      claims: [
        limitedTo('script that the first view needs, compressed', {
          measured: first?.scriptKb ?? Number.NaN,
          atMost: MOST_SCRIPT_KB,
          unit: 'kB',
        }),
        limitedTo(`from the address to the sites on the screen, median (${worst})`, {
          measured: medianOf(times),
          atMost: LONGEST_MS,
          unit: 'ms',
        }),
      ],
    };
  };
  const title = `First load of the console with ${SITES} sites, nothing cached, processor slowed ${SLOWED} times`;
  return { name: 'console-load', title, measure };
}

async function loadAnew(context: BrowserContext, { url }: Setpoint): Promise<FirstLoad> {
  const page = await context.newPage();
  const browser = await context.newCDPSession(page);
  await browser.send('Network.setCacheDisabled', { cacheDisabled: true });
  await browser.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  await page.addInitScript(NOTE_USEFUL);
  await page.goto(url.href);
  const load = await page.evaluate<FirstLoad>(READ);
  await page.close();
  return load;
}
