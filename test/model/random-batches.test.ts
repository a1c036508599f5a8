import { describe, expect, it } from 'vitest';
import { fitsBookings } from './fits-bookings.ts';
import { ModelSite, type PostOutcome } from './model-site.ts';
import { RandomBatches } from './random-batches.ts';
import { rules } from './rules.ts';
import { spansOf } from './spans-of.ts';

type Step = { readonly text: string; readonly outcome: PostOutcome; readonly site: string };

function playOut(seed: number, count: number): readonly Step[] {
  const site = new ModelSite();
  const batches = new RandomBatches(seed);
  return Array.from({ length: count }, () => {
    const { text, body } = batches.next(site.get());
    return { text, outcome: site.post(body), site: JSON.stringify(site.get()) };
  });
}

function hasMisfit(site: ModelSite, service: string): boolean {
  const spans = (type: string) => spansOf(site.get().find((set) => set.type === type)?.entries ?? []);
  return !fitsBookings({
    activation: spans(`${service}ActivationkW`),
    imports: spans(`${service}ImportBookingkW`),
    exports: spans(`${service}ExportBookingkW`),
  });
}

describe('random batches', () => {
  const steps = [1, 2, 3, 4, 5, 6].flatMap((seed) => playOut(seed, 300));

  it('are the same for the same seed, and others for another', () => {
    expect(playOut(7, 100)).toEqual(playOut(7, 100));
    expect(playOut(7, 100)).not.toEqual(playOut(8, 100));
  });

  it('are valid in 55 to 70 percent of the cases', () => {
    const valid = steps.filter(({ outcome }) => outcome.status === 201).length;
    expect(valid / steps.length).toBeGreaterThan(0.55);
    expect(valid / steps.length).toBeLessThan(0.7);
  });

  it.each(['wrong shape', ...rules.map(({ because }) => because)])('meet the rule: %s', (rule) => {
    const met = steps.filter(({ outcome }) => outcome.status === 400 && outcome.because === rule);
    expect(met.length).toBeGreaterThanOrEqual(4);
  });

  it('never leave both bess commands set', () => {
    const both = steps.filter(
      ({ site }) => site.includes('optimalSocPcnt') && site.includes('"bess","type":"activePowerkW"'),
    );
    expect(both).toEqual([]);
  });

  it('now and then shrink a booking under a stored activation', () => {
    const site = new ModelSite();
    const batches = new RandomBatches(1);
    const misfits = Array.from({ length: 300 }, () => {
      site.post(batches.next(site.get()).body);
      return hasMisfit(site, 'afrr') || hasMisfit(site, 'mfrr');
    });
    expect(misfits).toContain(true);
    expect(misfits).toContain(false);
  });
});
