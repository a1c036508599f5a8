import { describe, expect, it } from 'vitest';
import { chooseNamed } from './choose-named.ts';

const SITES = [
  ['8845908c-1d15-4abf-94dc-a623d5766411', 'Nordhafen 1'],
  ['8845908d-1d15-4abf-94dc-a623d5766412', 'Nordhafen 2'],
  ['11111111-1d15-4abf-94dc-a623d5766413', 'Brewery Plzen'],
  ['22222222-1d15-4abf-94dc-a623d5766414', 'Hospital Helsinki'],
  ['33333333-1d15-4abf-94dc-a623d5766415', 'Hospital'],
  ['44444444-1d15-4abf-94dc-a623d5766416', 'Twice'],
  ['55555555-1d15-4abf-94dc-a623d5766417', 'Twice'],
] as const;

const choose = (text: string) => chooseNamed({ noun: 'site', text, items: SITES, names: (site) => site });

describe('a thing is chosen', () => {
  it.each([
    ['8845908c-1d15-4abf-94dc-a623d5766411', 'Nordhafen 1', false],
    ['8845908C-1D15-4ABF-94DC-A623D5766411', 'Nordhafen 1', false],
    ['Nordhafen 1', 'Nordhafen 1', false],
    ['nordhafen 1', 'Nordhafen 1', false],
    ['Hospital', 'Hospital', false],
    ['Hospital H', 'Hospital Helsinki', true],
    ['brew', 'Brewery Plzen', true],
    ['111111', 'Brewery Plzen', true],
  ])('by %j: %s', (text, name, isByBeginning) => {
    const chosen = choose(text);
    expect([chosen.item[1], chosen.isByBeginning]).toEqual([name, isByBeginning]);
  });

  it.each([
    [
      'nord',
      'Several sites begin with "nord": Nordhafen 1 (8845908c-1d15-4abf-94dc-a623d5766411), Nordhafen 2 (8845908d-1d15-4abf-94dc-a623d5766412). Give more of the name, or the id.',
    ],
    ['Twice', /^Several sites are called "Twice": .* Give the id\.$/],
  ])('by %j not, for several are meant', (text, message) => {
    expect(() => choose(text)).toThrow(message);
  });

  it.each([
    [
      'Nordhafn 1',
      'There is no site "Nordhafn 1". Did you mean "Nordhafen 1" or "Nordhafen 2"? `{setpoint} site list`',
    ],
    ['Plzen', 'Did you mean "Brewery Plzen"?'],
    ['Brewry', 'Did you mean "Brewery Plzen"?'],
    ['hospitl', 'Did you mean "Hospital" or "Hospital Helsinki"?'],
    ['Xanadu', 'There is no site "Xanadu". `{setpoint} site list` shows them all.'],
    ['', 'There is no site "". `{setpoint} site list` shows them all.'],
    ['11111', 'There is no site "11111".'],
  ])('by %j not, and the nearest are named', (text, message) => {
    expect(() => choose(text)).toThrow(message);
  });
});
