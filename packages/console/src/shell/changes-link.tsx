import { Link } from 'react-aria-components';

/** Leads to all that the audit log has about something; for operators and auditors. */
export function ChangesLink({ id }: { readonly id: string }) {
  return <Link href={`/registry/audit?about=${id}`}>Changes in the audit log</Link>;
}
