import { type Budget, createBudget } from '../src/limits/budget.ts';
import { readIdentitySettings } from '../src/identity/settings.ts';
import { createSettingsReader, type Environment } from '../src/wire/settings-reader.ts';

/** For tests: the budget that nobody changed, or with some settings of the environment. */
export function testBudget(environment: Environment = {}): Budget {
  return createBudget(readIdentitySettings(createSettingsReader(environment, [])).budget);
}
