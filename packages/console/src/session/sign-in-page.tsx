import { Button } from 'react-aria-components';
import { ProviderButtons } from './provider-buttons.tsx';
import { commandName } from '../shell/command-name.ts';
import { useTitle } from '../shell/use-title.ts';

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
          <code>{commandName()} console</code>
        </pre>
        <p className="muted">
          To sign in as another client: <code>{commandName()} console --client ID --secret SECRET</code>
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
