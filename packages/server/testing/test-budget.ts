import { readIdentitySettings } from '../src/identity/settings.ts';
import { type Budget, type BudgetSettings, createBudget } from '../src/limits/budget.ts';
import { readShares } from '../src/limits/read-shares.ts';
import { createSettingsReader } from '../src/wire/settings-reader.ts';

/** For tests: the budget that nobody changed, or with some numbers of its own. */
export function testBudget(own: Partial<BudgetSettings> = {}): Budget {
  const read = createSettingsReader({}, []);
  return createBudget({ ...readIdentitySettings(read, readShares(read)).budget, ...own });
}
