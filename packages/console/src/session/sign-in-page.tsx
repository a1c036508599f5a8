import { Button } from 'react-aria-components';
import './sign-in.css';

export interface SignInPageProps {
  readonly problem?: string | undefined;
  /** Somebody was signed in before: what they did is still there beneath. */
  readonly isOver?: boolean;
  readonly onRetry: () => Promise<void>;
}

/** Says how to get in. An identity provider's button will stand beside the command. */
export function SignInPage({ problem, isOver = false, onRetry }: SignInPageProps) {
  return (
    <main className={isOver ? 'sign-in sign-in-over' : 'sign-in'}>
      <section className="sign-in-card" role={isOver ? 'alertdialog' : undefined} aria-labelledby="sign-in-title">
        <h1 id="sign-in-title">{isOver ? 'You were signed out' : 'Sign in to Setpoint'}</h1>
        {problem !== undefined && (
          <p className="notice notice-bad" role="alert">
            {sentence(problem)}
          </p>
        )}
        <p>
          {isOver ? 'Your session is over; nothing you typed is lost. ' : ''}Get a link on the machine that the service
          runs on, and open it in this browser. It is good once, for ten minutes.
        </p>
        <pre className="command">
          <code>npx setpoint console</code>
        </pre>
        <p className="muted">
          As somebody else than the operator: <code>npx setpoint console --client ID --secret SECRET</code>
        </p>
        <Button className="button" onPress={() => void onRetry()}>
          {isOver ? 'I opened the link: go on' : 'Try again'}
        </Button>
      </section>
    </main>
  );
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
