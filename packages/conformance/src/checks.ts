import type { Check } from './check.ts';
import { connectingChecks } from './checks/connecting-checks.ts';
import { diskChecks } from './checks/disk-checks.ts';
import { linkChecks } from './checks/link-checks.ts';
import { orderChecks } from './checks/order-checks.ts';
import { powerChecks } from './checks/power-checks.ts';
import { processChecks } from './checks/process-checks.ts';
import { scheduleChecks } from './checks/schedule-checks.ts';

/** All checks, by their ids. */
export const checks: readonly Check[] = [
  ...connectingChecks,
  ...scheduleChecks,
  ...linkChecks,
  ...processChecks,
  ...orderChecks,
  ...powerChecks,
  ...diskChecks,
].toSorted((one, other) => (one.id < other.id ? -1 : 1));
