import { Button } from 'react-aria-components';
import { useTitle } from '../shell/use-title.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { goToProvider, listProviders } from './list-providers.ts';

export interface SignInPageProps {
  readonly problem?: string | undefined;
  /** A session has ended: the page beneath still shows what was done in it. */
  readonly isOver?: boolean;
  readonly onRetry: () => Promise<void>;
}

/** Says how to sign in. */
export function SignInPage({ problem, isOver = false, onRetry }: SignInPageProps) {
  useTitle(isOver ? 'Signed out' : 'Sign in');
  // The page beneath has a main part of its own.
  const Around = isOver ? 'div' : 'main';
  return (
    <Around className={isOver ? 'sign-in sign-in-over' : 'sign-in'}>
      <section className="sign-in-card" role={isOver ? 'alertdialog' : undefined} aria-labelledby="sign-in-title">
        <h1 id="sign-in-title">{isOver ? 'You were signed out' : 'Sign in to Setpoint'}</h1>
        {problem !== undefined && (
          <p className="notice notice-bad" role="alert">
            {sentence(problem)}
          </p>
        )}
        <ProviderButtons />
        <p>
          {isOver ? 'Your session has ended; nothing you typed is lost. ' : ''}Run this command on the machine that the
          service runs on, and open the link that it prints in this browser. The link works once, within ten minutes.
        </p>
        <pre className="command">
          <code>setpoint console</code>
        </pre>
        <p className="muted">
          To sign in as another client: <code>setpoint console --client ID --secret SECRET</code>
        </p>
        <Button className="button" onPress={() => void onRetry()} autoFocus={isOver}>
          {isOver ? 'I have opened the link' : 'Try again'}
        </Button>
      </section>
    </Around>
  );
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** A way in for each provider there is. */
function ProviderButtons() {
  const { data: providers = [] } = useQuery({ queryKey: ['providers'], queryFn: listProviders });
  const [problem, setProblem] = useState<string>();
  const go = (id: string) => {
    setProblem(undefined);
    goToProvider(id).catch((cause: unknown) => setProblem(cause instanceof Error ? cause.message : String(cause)));
  };
  if (providers.length === 0) return null;
  return (
    <>
      {problem !== undefined && (
        <p className="notice notice-bad" role="alert">
          {problem}
        </p>
      )}
      <div className="stack">
        {providers.map(({ id, name }) => (
          <Button key={id} className="button primary" onPress={() => go(id)}>
            Sign in with {name}
          </Button>
        ))}
      </div>
      <h2 className="sign-in-other">Or as a client, with a link</h2>
    </>
  );
}
