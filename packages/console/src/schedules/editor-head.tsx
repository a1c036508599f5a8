import type { SiteDetails } from '@setpoint/contract';
import { Link } from 'react-aria-components';

interface EditorHeadProps {
  readonly what: string;
  readonly site: Pick<SiteDetails, 'siteId' | 'siteName'>;
}

export function EditorHead({ what, site: { siteId, siteName } }: EditorHeadProps) {
  const name = <bdi>{siteName}</bdi>;
  return (
    <>
      <p className="crumbs">
        <Link href={`/sites/${siteId}`}>← {name}</Link>
      </p>
      <h1>
        {what} {name}
      </h1>
    </>
  );
}
