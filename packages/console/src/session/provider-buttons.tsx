import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { goToProvider, listProviders } from './list-providers.ts';

/** A way in for each provider there is. */
export function ProviderButtons() {
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
