import { type Budget, createBudget } from '../identity/budget.ts';
import { readIdentitySettings } from '../identity/settings.ts';
import { createSettingsReader } from '../wire/settings-reader.ts';

/** For tests: the budget that nobody changed. */
export function testBudget(): Budget {
  return createBudget(readIdentitySettings(createSettingsReader({}, [])).budget);
}
