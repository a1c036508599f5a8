import { Link } from 'react-aria-components';
import { useTitle } from './use-title.ts';

export function NothingHere() {
  useTitle('Page not found');
  return (
    <section className="notice">
      <h1>Page not found</h1>
      <p>
        There is no page at this address. <Link href="/">Back to the fleet</Link>
      </p>
    </section>
  );
}
