import { createSetpointClient, type SetpointClient, SetpointError } from '@setpoint/client';
import {
  type RedeemLinkRequest,
  type Scope,
  SESSION_PATHS,
  SIGN_IN_FRAGMENT,
  SIGN_IN_PROBLEM_QUERY,
  SIGN_IN_PROBLEMS,
  type SignInProblem,
  type SignInQuestion,
} from '@setpoint/contract';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { askSession, failure } from './ask-session.ts';
import { onSignOut, tellSignOut } from './tell-sign-out.ts';
import { createRequestLog, type RequestLog } from './request-log.ts';
import { type OwnToken, requestSessionToken } from './request-session-token.ts';
import { SignInPage } from './sign-in-page.tsx';
import { Button } from 'react-aria-components';
import { useTitle } from '../shell/use-title.ts';

const SENTENCES: Readonly<Record<SignInProblem, string>> = {
  expired: 'this sign-in took longer than ten minutes, or was begun in another browser; sign in again',
  refused: 'the provider did not let you in',
  failed: 'the answer of the provider did not fit this sign-in; try again, and tell your operator if it stays so',
  disabled: 'you have been locked out of Setpoint; ask an operator',
};

/** Why a sign-in came to nothing, taken out of the address. */
function takeProblem(): string | undefined {
  const { pathname, search } = window.location;
  const query = new URLSearchParams(search);
  const named = query.get(SIGN_IN_PROBLEM_QUERY);
  if (named === null) return undefined;
  query.delete(SIGN_IN_PROBLEM_QUERY);
  window.history.replaceState(null, '', pathname + (query.size === 0 ? '' : `?${query.toString()}`));
  const problem = SIGN_IN_PROBLEMS.find((one) => one === named);
  return problem === undefined ? undefined : SENTENCES[problem];
}

export interface Session {
  readonly client: SetpointClient;
  readonly clientId: string;
  readonly clientName: string;
  readonly isPerson: boolean;
  readonly isOfDemonstration: boolean;
  readonly requests: RequestLog;
  readonly can: (scope: Scope) => boolean;
  /** Called when the service says that the session has ended. */
  readonly end: () => void;
  /** Whether it has ended. */
  readonly isOver: boolean;
}

const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('there is no session above this component');
  return session;
}

export function useClient(): SetpointClient {
  return useSession().client;
}

type State =
  | { readonly kind: 'asking' }
  | { readonly kind: 'asked'; readonly question: SignInQuestion; readonly secret: string }
  | { readonly kind: 'out'; readonly problem: string | undefined }
  | { readonly kind: 'in'; readonly token: OwnToken; readonly isOver: boolean };

/** Signs in with a link or a cookie. When a session ends, the page beneath stays as it was. */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const [state, setState] = useState<State>({ kind: 'asking' });
  const end = useCallback(() => setState((was) => (was.kind === 'in' ? { ...was, isOver: true } : was)), []);
  const latest = useRef(0);
  const known = useRef<string>(undefined);
  const enter = useCallback(async (link?: RedeemLinkRequest) => {
    latest.current += 1;
    const own = latest.current;
    const after = await stateAfter(link);
    // A link may be opened while the page still signs in; whatever is answered last, the link counts.
    if (own !== latest.current) return;
    // Of what somebody else saw here, nothing stays.
    if (after.kind === 'in' && (known.current ??= after.token.clientId) !== after.token.clientId)
      window.location.reload();
    else setState(after);
  }, []);

  useEffect(() => {
    void enter(linkOf(takeSecret()));
    // A link opened in this tab changes only the fragment.
    const onHash = () => {
      const link = linkOf(takeSecret());
      if (link !== undefined) void enter(link);
    };
    window.addEventListener('hashchange', onHash);
    const stop = onSignOut(end);
    return () => {
      window.removeEventListener('hashchange', onHash);
      stop();
    };
  }, [enter, end]);

  const token = state.kind === 'in' ? state.token : undefined;
  const isOver = state.kind === 'in' && state.isOver;
  const begun = useMemo(() => (token === undefined ? undefined : sessionOf(token, end)), [token, end]);
  const session = useMemo(() => (begun === undefined ? undefined : { ...begun, isOver }), [begun, isOver]);

  if (state.kind === 'asking') return <p className="quiet-page" role="status" aria-label="Signing in" />;
  if (state.kind === 'asked') {
    const { question, secret } = state;
    const onSwitch = () => void enter({ secret, isReplacing: true });
    return <SwitchPage question={question} onStay={() => void enter()} onSwitch={onSwitch} />;
  }
  if (session === undefined) {
    return <SignInPage problem={state.kind === 'out' ? state.problem : undefined} onRetry={() => enter()} />;
  }
  return (
    <SessionContext value={session}>
      {isOver && <SignInPage isOver onRetry={() => enter()} />}
      <div className="beneath" inert={isOver}>
        {children}
      </div>
    </SessionContext>
  );
}

function linkOf(secret: string | undefined): RedeemLinkRequest | undefined {
  return secret === undefined ? undefined : { secret };
}

async function stateAfter(link: RedeemLinkRequest | undefined): Promise<State> {
  let problem = takeProblem();
  if (link !== undefined) {
    try {
      const question = await redeemSecret(link);
      if (question !== undefined) return { kind: 'asked', question, secret: link.secret };
      if (link.isReplacing) tellSignOut();
    } catch (cause) {
      problem = problemOf(cause);
    }
  }
  try {
    return { kind: 'in', token: await requestSessionToken(), isOver: false };
  } catch (cause) {
    const isSignedOut = cause instanceof SetpointError && cause.status === 401;
    return { kind: 'out', problem: problem ?? (isSignedOut ? undefined : problemOf(cause)) };
  }
}

function sessionOf(first: OwnToken, end: () => void): Omit<Session, 'isOver'> {
  const { clientId, clientName, kind, scope, isOfDemonstration } = first;
  let unused: OwnToken | undefined = first;
  const requestToken = async () => {
    const token = unused;
    unused = undefined;
    if (token !== undefined) return token;
    const renewed = await requestSessionToken().catch((cause: unknown) => {
      if (cause instanceof SetpointError && cause.status === 401) end();
      throw cause;
    });
    if (renewed.clientId === clientId) return renewed;
    end();
    throw failure({ status: 401, code: 'unauthorized', message: 'somebody else has signed in in this browser' });
  };
  const scopes = new Set(scope.split(' '));
  const requests = createRequestLog();
  return {
    client: createSetpointClient({ url: window.location.origin, requestToken, fetch: requests.fetch, tries: 1 }),
    requests,
    clientId,
    clientName,
    isPerson: kind === 'person',
    isOfDemonstration,
    can: (one) => scopes.has(one),
    end,
  };
}

function problemOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** Exchanges the secret of a link for the session's cookie. Asks first when somebody else is signed in. */
async function redeemSecret(redeem: RedeemLinkRequest): Promise<SignInQuestion | undefined> {
  const headers = { 'content-type': 'application/json' };
  const response = await askSession(SESSION_PATHS.session, { method: 'POST', headers, body: JSON.stringify(redeem) });
  return response.status === 204 ? undefined : ((await response.json()) as SignInQuestion);
}

/** Takes the secret out of the address, so that neither history nor a reload shows it again. */
function takeSecret(): string | undefined {
  const { hash, pathname, search } = window.location;
  if (!hash.startsWith(SIGN_IN_FRAGMENT)) return undefined;
  window.history.replaceState(null, '', pathname + search);
  return hash.slice(SIGN_IN_FRAGMENT.length);
}

interface SwitchPageProps {
  readonly question: SignInQuestion;
  readonly onStay: () => void;
  readonly onSwitch: () => void;
}

/** Asks whether a link may sign somebody else in than who is signed in. */
function SwitchPage({ question: { signedIn, link }, onStay, onSwitch }: SwitchPageProps) {
  useTitle('Sign in');
  return (
    <main className="sign-in">
      <section className="sign-in-card" role="alertdialog" aria-labelledby="switch-title">
        <h1 id="switch-title">
          Sign in as <bdi>{link.clientName}</bdi>?
        </h1>
        <p>
          You are signed in as{' '}
          <b>
            <bdi>{signedIn.clientName}</bdi>
          </b>{' '}
          (<code>{signedIn.clientId}</code>). The link that you opened signs you in as{' '}
          <b>
            <bdi>{link.clientName}</bdi>
          </b>{' '}
          (<code>{link.clientId}</code>) instead. If you did not ask for it, stay.
        </p>
        <div className="line">
          <Button className="button" onPress={onStay} autoFocus>
            Stay <bdi>{signedIn.clientName}</bdi>
          </Button>
          <Button className="button" onPress={onSwitch}>
            Sign in as <bdi>{link.clientName}</bdi>
          </Button>
        </div>
      </section>
    </main>
  );
}
