import { clamp, excessOf } from './clamp.ts';
import type { Issue, Step } from './segment.ts';
import type { Values } from './values-at.ts';

/** The activations of one instant, each held to what is booked for it. */
export interface ActivationAt {
  /** kW of import that all of them ask for together. */
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

/** What all activations of one instant ask for together, as `activationAt` has it. */
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
  let totalKw = 0;
  for (const service of SERVICES) {
    const asked = values[service.activation] ?? 0;
    if (asked === 0) continue;
    const booking = asked > 0 ? service.import : service.export;
    const booked = values[booking] ?? 0;
    const given = givenKw(asked, booked);
    steps.push({ source: service.activation, delta: asked, after: totalKw + asked });
    if (given !== asked) steps.push({ source: booking, delta: given - asked, after: totalKw + given });
    totalKw += given;
    const amount = excessOf(Math.abs(asked) - booked);
    if (amount > 0) issues.push({ code: service.code, amount });
  }
  return { totalKw, steps, issues };
}
