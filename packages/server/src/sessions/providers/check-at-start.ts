import type { WarnOf } from '../../platform/warn-of.ts';
import type { Provider } from './open-provider.ts';
import { plainCause } from './plain-cause.ts';

/** Says so if nobody can sign in through a provider; it keeps nobody from starting, and is asked again with the next sign-in. */
export async function checkAtStart(provider: Provider, warnOf: WarnOf): Promise<void> {
  try {
    await provider.check();
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : 'it cannot be used';
    const sentence = `SETPOINT_PROVIDERS: nobody can sign in through ${provider.id} until this is fixed: ${problem}`;
    warnOf(sentence)(plainCause(cause));
  }
}
