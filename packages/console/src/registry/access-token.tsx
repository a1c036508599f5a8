import { Button } from 'react-aria-components';
import { requestSessionToken } from '../session/request-session-token.ts';
import { CopyButton } from '../shell/copy-button.tsx';
import { Outcome } from '../shell/outcome.tsx';
import { useAct } from '../shell/use-act.ts';
import { useNow } from '../shell/use-now.ts';
import { durationText } from '../words/ago-text.ts';
import { useTitle } from '../shell/use-title.ts';

/** An access token of the client that is signed in. */
export function AccessToken() {
  useTitle('Access token', 'Registry');
  const now = useNow();
  const make = () => async () => {
    const { access_token: token, expires_in: seconds, scope } = await requestSessionToken();
    return { token, scope, endsAt: Date.now() + seconds * 1_000 };
  };
  const asked = useAct(make, { reads: [] });
  const { data } = asked;
  return (
    <section className="panel" aria-labelledby="token-title">
      <h2 id="token-title">An access token to try things out</h2>
      <p>
        It acts as you and is valid for five minutes. The reference at <a href="/docs/reference">/docs/reference</a>{' '}
        shows what you can do with it.
      </p>
      <Outcome of={[asked]} done="a token was made" />
      {data !== undefined && data.endsAt > now && (
        <>
          <pre className="secret" tabIndex={0} aria-label="Access token">
            {data.token}
          </pre>
          <p className="muted">
            Valid for another {durationText(data.endsAt - now)}, with {data.scope}
          </p>
          <div className="line">
            <CopyButton text={data.token} label="Copy the token">
              Copy
            </CopyButton>
            <CopyButton text={`export TOKEN='${data.token}'`} label="Copy as export TOKEN=… for a shell">
              Copy as export TOKEN=…
            </CopyButton>
          </div>
        </>
      )}
      <div className="line">
        <Button className="button primary" onPress={() => asked.mutate()} isDisabled={asked.isPending}>
          Make a token
        </Button>
      </div>
    </section>
  );
}
