import { readIdentitySettings } from '../src/identity/settings.ts';
import { type Budget, createBudget } from '../src/limits/budget.ts';
import { readShares } from '../src/limits/read-shares.ts';
import { createSettingsReader } from '../src/wire/settings-reader.ts';

/** For tests: the budget that nobody changed, or with some shares as SETPOINT_SHARES has them. */
export function testBudget(shares = ''): Budget {
  const read = createSettingsReader({ SETPOINT_SHARES: shares }, []);
  return createBudget(readIdentitySettings(read, readShares(read)).budget);
}
