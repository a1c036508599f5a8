import { expect, it } from 'vitest';
import { drawnEntry } from './drawn-entry.ts';

const at = (minute: number) => Date.UTC(2030, 0, 1, 10, minute);
const drawn = { fromMs: at(4), toMs: at(49), valueKw: -237.4, share: 0.426 };

it.each([
  ['grid/activePowerkW', -240],
  ['bess/activePowerkW', -240],
  ['grid/fcrImportkW', 0],
  ['bess/optimalSocPcnt', 43],
  ['solar/solarCurtailmentPcnt', 43],
])('what is drawn for %s becomes %d', (pair, value) => {
  expect(drawnEntry(drawn, pair)).toEqual({ fromMs: at(0), toMs: at(60), value });
});

it('a mere tick is a quarter of an hour', () => {
  expect(drawnEntry({ ...drawn, fromMs: at(15), toMs: at(15) }, 'grid/activePowerkW')).toMatchObject({
    fromMs: at(15),
    toMs: at(30),
  });
});
