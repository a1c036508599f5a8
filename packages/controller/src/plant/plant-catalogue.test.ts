import { expect, test } from 'vitest';
import { plantCatalogue } from './plant-catalogue.ts';
import { createPlant } from './plant.ts';

const days = ['2030-01-16', '2030-07-17'];

test('twelve sites, each with its own name, seed and devices', () => {
  expect(plantCatalogue).toHaveLength(12);
  expect(new Set(plantCatalogue.map((site) => site.name)).size).toBe(12);
  expect(new Set(plantCatalogue.map((site) => site.seed)).size).toBe(12);
});

test('together they show every kind of device', () => {
  const kinds = new Set(plantCatalogue.flatMap((site) => Object.keys(site)));
  expect(['load', 'ev', 'heatPump', 'solar', 'wind', 'genset', 'battery'].filter((kind) => !kinds.has(kind))).toEqual(
    [],
  );
});

test('each is plain JSON', () => {
  expect(JSON.parse(JSON.stringify(plantCatalogue))).toEqual(plantCatalogue);
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
