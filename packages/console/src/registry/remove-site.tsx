import { useLocation } from 'wouter';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Outcome } from '../shell/outcome.tsx';
import { useRegistryChange } from './use-registry.ts';

export interface RemoveSiteProps {
  readonly siteId: string;
  readonly siteName: string;
}

export function RemoveSite({ siteId, siteName }: RemoveSiteProps) {
  const [, navigate] = useLocation();
  const remove = useRegistryChange((registry) => registry.removeSite(siteId, siteName));
  return (
    <div className="line">
      <ConfirmButton
        label="Remove the site"
        title={`Remove ${siteName}`}
        typed={siteName}
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => navigate('/registry/sites') })}
      >
        <p>
          Its schedule, history and keys are deleted. Its controller follows the schedule that it has until that ends.
        </p>
      </ConfirmButton>
      <Outcome of={[remove]} done="the site was removed" />
    </div>
  );
}
