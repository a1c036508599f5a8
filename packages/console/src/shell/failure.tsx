import { SetpointError } from '@setpoint/client';
import { Button } from 'react-aria-components';

export interface FailureProps {
  /** What failed, as a sentence without its full stop. */
  readonly what: string;
  readonly cause: unknown;
  readonly onRetry?: () => void;
}

/** What failed, why, and a button to try again. */
export function Failure({ what, cause, onRetry }: FailureProps) {
  return (
    <div className="notice notice-bad" role="alert">
      <p>
        <strong>{what}.</strong> {reasonOf(cause)}
      </p>
      {onRetry !== undefined && (
        <Button className="button" onPress={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof SetpointError)) return cause instanceof Error ? cause.message : String(cause);
  if (cause.status === 0) return 'The service cannot be reached. The page keeps trying.';
  if (cause.status === 401) return 'You are signed out.';
  const reference = cause.requestId === undefined || cause.status < 500 ? '' : ` (request ${cause.requestId})`;
  return `The service says: ${cause.message}${reference}`;
}
