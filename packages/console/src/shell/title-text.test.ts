import { expect, it } from 'vitest';
import { titleText } from './title-text.ts';

it('names the narrowest part first, and the product last', () => {
  expect(titleText(['Following', 'Brewery Plzen'])).toBe('Following · Brewery Plzen · Setpoint');
});

it('leaves out what is not known yet', () => {
  expect(titleText([undefined, ''])).toBe('Setpoint');
  expect(titleText([undefined, 'Registry'])).toBe('Registry · Setpoint');
});
