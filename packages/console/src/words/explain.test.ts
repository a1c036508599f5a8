import { CATALOGUE } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { explain } from './explain.ts';
import { pairLabel } from './pair-label.ts';

describe('the words of the market', () => {
  it('are explained in the label of every command', () => {
    for (const row of CATALOGUE) expect([row.type, explain(pairLabel(row))]).toEqual([row.type, expect.any(String)]);
  });

  it('are explained one by one', () => {
    const lines = explain('aFRR import booking')?.split('\n') ?? [];
    expect(lines.map((line) => line.split(/[,:]/)[0])).toEqual(['aFRR', 'Booking']);
  });

  it('are not found where there are none', () => {
    expect(explain('Site')).toBeUndefined();
  });
});
