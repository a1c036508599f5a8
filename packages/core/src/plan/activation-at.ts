import type { Values } from '../time/values-at.ts';
import { clamp } from './clamp.ts';
import { excessOf } from './excess-of.ts';
import type { Issue, Step } from './segment.ts';

/** The activations of one instant, each limited to what is booked for it. */
export interface ActivationAt {
  /** kW of import that they ask for together. */
  readonly totalKw: number;
  /** From 0 to the total. */
  readonly steps: readonly Step[];
  readonly issues: readonly Issue[];
}

const SERVICES = [
  {
    activation: 'grid/afrrActivationkW',
    import: 'grid/afrrImportBookingkW',
    export: 'grid/afrrExportBookingkW',
    code: 'afrr_activation_exceeds_booking',
  },
  {
    activation: 'grid/mfrrActivationkW',
    import: 'grid/mfrrImportBookingkW',
    export: 'grid/mfrrExportBookingkW',
    code: 'mfrr_activation_exceeds_booking',
  },
] as const;

/** `totalKw` of `activationAt` alone. */
export function activatedKw(values: Values): number {
  let totalKw = 0;
  for (const service of SERVICES) {
    const asked = values[service.activation] ?? 0;
    if (asked !== 0) totalKw += givenKw(asked, values[asked > 0 ? service.import : service.export] ?? 0);
  }
  return totalKw;
}

function givenKw(asked: number, booked: number): number {
  return clamp(asked, -booked, booked);
}

export function activationAt(values: Values): ActivationAt {
  const steps: Step[] = [];
  const issues: Issue[] = [];
  const totalKw = addActivations({ because: steps, issues }, values, 0);
  return { totalKw, steps, issues };
}

/** Adds their steps, starting from a power, and their issues; returns what they ask for together. */
export function addActivations(to: { because: Step[]; issues: Issue[] }, values: Values, fromKw: number): number {
  let totalKw = 0;
  for (const service of SERVICES) {
    const asked = values[service.activation] ?? 0;
    if (asked === 0) continue;
    const booking = asked > 0 ? service.import : service.export;
    const booked = values[booking] ?? 0;
    const given = givenKw(asked, booked);
    to.because.push({ source: service.activation, delta: asked, after: fromKw + (totalKw + asked) });
    if (given !== asked) to.because.push({ source: booking, delta: given - asked, after: fromKw + (totalKw + given) });
    totalKw += given;
    const amount = excessOf(Math.abs(asked) - booked);
    if (amount > 0) to.issues.push({ code: service.code, amount });
  }
  return totalKw;
}
