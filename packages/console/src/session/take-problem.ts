import { SIGN_IN_PROBLEM_QUERY, SIGN_IN_PROBLEMS, type SignInProblem } from '@setpoint/contract';

const SENTENCES: Readonly<Record<SignInProblem, string>> = {
  expired: 'this sign-in took longer than ten minutes, or was begun in another browser; sign in again',
  refused: 'the provider did not let you in',
  failed: 'the answer of the provider did not fit this sign-in; try again, and tell your operator if it stays so',
  disabled: 'you have been locked out of Setpoint; ask an operator',
};

/** Why a sign-in came to nothing, taken out of the address. */
export function takeProblem(): string | undefined {
  const { pathname, search } = window.location;
  const query = new URLSearchParams(search);
  const named = query.get(SIGN_IN_PROBLEM_QUERY);
  if (named === null) return undefined;
  query.delete(SIGN_IN_PROBLEM_QUERY);
  window.history.replaceState(null, '', pathname + (query.size === 0 ? '' : `?${query.toString()}`));
  const problem = SIGN_IN_PROBLEMS.find((one) => one === named);
  return problem === undefined ? undefined : SENTENCES[problem];
}
