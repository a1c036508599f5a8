import { expect, it } from 'vitest';
import { plantCatalogue } from '../plant/plant-catalogue.ts';
import { createPlant } from '../plant/plant.ts';
import { forecastGridKw } from './forecast-grid-kw.ts';

const HOUR_MS = 3_600_000;
const FROM = Date.UTC(2030, 5, 1, 6);

it('is what the other devices of a site will do, in means of each step, and the losses of its battery', () => {
  const hospital = plantCatalogue.find(({ name }) => name === 'Hospital Helsinki');
  if (hospital?.battery === undefined) throw new Error('it has a battery');
  const forecast = forecastGridKw(hospital, { fromMs: FROM, toMs: FROM + 2 * HOUR_MS, stepMs: HOUR_MS });
  const plant = createPlant(hospital, FROM);
  const means = [0, 1].map(() => {
    let sumKw = 0;
    for (let minute = 0; minute < 60; minute += 1) {
      plant.step(60_000);
      sumKw += plant.flows().grid - plant.flows().bess;
    }
    return sumKw / 60;
  });
  const lossesKw = 0.006 * hospital.battery.maxChargeKw;
  expect(forecast.map((kW, hour) => kW - (means[hour] ?? 0))).toEqual([
    expect.closeTo(lossesKw, 6),
    expect.closeTo(lossesKw, 6),
  ]);
});
