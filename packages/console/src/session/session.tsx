import { createSetpointClient, type SetpointClient, SetpointError } from '@setpoint/client';
import type { RedeemLinkRequest, Scope, SignInQuestion } from '@setpoint/contract';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { failure } from './ask-session.ts';
import { onSignOut, tellSignOut } from './tell-sign-out.ts';
import { redeemSecret } from './redeem-secret.ts';
import { createRequestLog, type RequestLog } from './request-log.ts';
import { type OwnToken, requestSessionToken } from './request-session-token.ts';
import { SignInPage } from './sign-in-page.tsx';
import { SwitchPage } from './switch-page.tsx';
import { takeProblem } from './take-problem.ts';
import { takeSecret } from './take-secret.ts';

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
