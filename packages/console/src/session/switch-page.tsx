import type { SignInQuestion } from '@setpoint/contract';
import { Button } from 'react-aria-components';
import { useTitle } from '../shell/use-title.ts';

export interface SwitchPageProps {
  readonly question: SignInQuestion;
  readonly onStay: () => void;
  readonly onSwitch: () => void;
}

/** Asks whether a link may sign somebody else in than who is signed in. */
export function SwitchPage({ question: { signedIn, link }, onStay, onSwitch }: SwitchPageProps) {
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
