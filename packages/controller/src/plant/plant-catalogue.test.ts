import { expect, test } from 'vitest';
import { plantCatalogue } from './plant-catalogue.ts';
import { createPlant } from './plant.ts';

const days = ['2030-01-16', '2030-07-17'];

test('twelve sites, each with its own name and seed, show every kind of device together', () => {
  expect(plantCatalogue).toHaveLength(12);
  expect(new Set(plantCatalogue.map(({ name }) => name)).size).toBe(12);
  expect(new Set(plantCatalogue.map(({ seed }) => seed)).size).toBe(12);
  const kinds = plantCatalogue.flatMap((site) => Object.keys(site));
  expect(kinds).toEqual(
    expect.arrayContaining(['load', 'ev', 'heatPump', 'solar', 'wind', 'genset', 'battery']) as unknown,
  );
});

test.each(plantCatalogue)('$name keeps within its connection on a winter and a summer day by itself', (site) => {
  for (const day of days) {
    const plant = createPlant(site, Date.parse(`${day}T00:00:00Z`));
    for (let minute = 0; minute < 1440; minute += 1) {
      plant.step(60_000);
      expect(plant.flows().grid).toBeLessThanOrEqual(site.grid.importKw);
      expect(plant.flows().grid).toBeGreaterThanOrEqual(-site.grid.exportKw);
    }
  }
});
